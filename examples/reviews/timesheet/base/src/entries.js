const LINE = /^(\d{4}-\d{2}-\d{2})\s+(\d{1,2}):(\d{2})-(\d{1,2}):(\d{2})\s+([\w-]+)(?::\s*(.*))?$/;
const DAY = 24 * 60;

function minuteOfDay(hours, minutes, line) {
  if (hours > 23 || minutes > 59) throw new RangeError(`line ${line}: there is no ${hours}:${minutes}`);
  return hours * 60 + minutes;
}

/** Text -> [{ date, project, minutes, note }]. Errors name the line. */
export function parseEntries(text) {
  const entries = [];
  text.split(/\r?\n/).forEach((raw, index) => {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) return;
    const match = LINE.exec(line);
    if (!match) throw new SyntaxError(`line ${index + 1}: not an entry: ${line}`);
    const [, date, fromHours, fromMinutes, toHours, toMinutes, project, note = ''] = match;
    const from = minuteOfDay(Number(fromHours), Number(fromMinutes), index + 1);
    const to = minuteOfDay(Number(toHours), Number(toMinutes), index + 1);
    entries.push({ date, project, minutes: to >= from ? to - from : to + DAY - from, note });
  });
  return entries;
}
