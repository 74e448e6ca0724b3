// No build step: this file is served as it is. What comes from a run is only ever set as text, never as markup.
const find = (id) => document.getElementById(id);
const form = find('request');

function complain(message) {
  find('problem').textContent = message;
  find('problem').hidden = message === '';
}

function row(id) {
  const there = document.querySelector(`tr[data-id="${CSS.escape(id)}"]`);
  if (there) return there;
  const made = document.createElement('tr');
  made.dataset.id = id;
  for (let column = 0; column < 3; column += 1) made.append(document.createElement('td'));
  find('checks').append(made);
  return made;
}

function showCheck({ id, status, summary }) {
  const line = row(id);
  line.dataset.status = status;
  [id, status, summary].forEach((text, column) => {
    line.children[column].textContent = text;
  });
}

function showVerdict(verdict, reasons) {
  find('verdict').textContent = verdict;
  find('reasons').replaceChildren(
    ...reasons.map((reason) => {
      const item = document.createElement('li');
      item.textContent = reason;
      return item;
    }),
  );
}

/** Follows a run. The browser reconnects by itself, and the server then goes on after the last event that it sent. */
function follow(runId) {
  find('run').hidden = false;
  find('checks').replaceChildren();
  showVerdict('Running', []);
  const events = new EventSource(`/runs/${encodeURIComponent(runId)}/events`);
  const on = (name, show) => events.addEventListener(name, (event) => show(JSON.parse(event.data)));
  on('check.started', ({ id }) => showCheck({ id, status: '…', summary: '' }));
  on('check.finished', ({ check }) => showCheck(check));
  on('verdict.reached', ({ verdict, reasons }) => showVerdict(verdict, reasons));
  on('run.failed', ({ code, message }) => showVerdict(`Could not run (${code})`, [message]));
  on('run.finished', () => {
    events.close();
    find('run').dataset.state = 'finished';
  });
  // The server has no more to tell: the run is unknown, or was cancelled before it began.
  events.addEventListener('error', () => {
    if (events.readyState !== EventSource.CLOSED) return;
    showState(runId).catch((error) => complain(error.message));
  });
}

async function showState(runId) {
  const response = await fetch(`/runs/${encodeURIComponent(runId)}`);
  const { state, result, error, message } = await response.json();
  if (state === 'finished') showVerdict(result.verdict, result.reasons);
  else if (error) showVerdict(`Could not run (${error.code})`, [error.message]);
  else if (message) showVerdict('Unknown', [message]);
  find('run').dataset.state = 'finished';
}

async function send(event) {
  event.preventDefault();
  complain('');
  const values = Object.fromEntries(new FormData(form));
  let request;
  try {
    const submission = values.submission.trim() === '' ? null : JSON.parse(values.submission);
    // A form sends line ends of its own; a patch has those of git.
    request = {
      repository: values.repository,
      task: JSON.parse(values.task),
      patch: values.patch.replaceAll('\r\n', '\n'),
      submission,
    };
  } catch (error) {
    complain(`This is no JSON: ${error.message}`);
    return;
  }
  const response = await fetch('/runs', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  const answer = await response.json();
  if (!response.ok) complain([answer.message, answer.remedy].filter(Boolean).join('. '));
  else {
    history.replaceState(null, '', `?run=${answer.runId}`);
    follow(answer.runId);
  }
}

form.addEventListener('submit', (event) => {
  send(event).catch((error) => complain(error.message));
});

const names = await (await fetch('/repositories')).json();
form.elements.repository.replaceChildren(...names.map((name) => new Option(name, name)));
const given = new URLSearchParams(location.search).get('run');
if (given !== null) follow(given);
