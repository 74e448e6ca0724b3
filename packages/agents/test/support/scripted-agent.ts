import { Readable, Writable } from 'node:stream';
import { agent, methods, ndJsonStream, PROTOCOL_VERSION } from '@agentclientprotocol/sdk';
import { RANGE_TEST } from './sample-repository.js';

/** An agent on stdio, built on the official SDK. What it does is said by the first argument. */
const behaviour = process.argv[2] ?? 'honest';
let folder = '';
let turn = 0;

const MESSAGE = `### Status
DONE include the end

### AC coverage
- AC1: covered, src/range.js:4

### Reproduction
\`\`\`json
{ "tests": [{ "file": "test/range.test.js", "name": "includes the end" }] }
\`\`\`
`;

agent({ name: 'scripted' })
  .onRequest(methods.agent.initialize, () => ({ protocolVersion: PROTOCOL_VERSION, agentCapabilities: {} }))
  .onRequest(methods.agent.session.new, ({ params }) => {
    folder = params.cwd;
    return { sessionId: 's1' };
  })
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const { sessionId } = params;
    turn += 1;
    const say = (text: string): Promise<void> =>
      client.notify(methods.client.session.update, {
        sessionId,
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
      });
    const ask = async (kind: 'edit' | 'execute' | 'fetch', path: string, rawInput?: unknown): Promise<string> => {
      const { outcome } = await client.request(methods.client.session.requestPermission, {
        sessionId,
        toolCall: {
          toolCallId: `t-${path}`,
          kind,
          title: `${kind} ${path}`,
          ...(kind === 'edit' ? { locations: [{ path }] } : {}),
          ...(rawInput === undefined ? {} : { rawInput }),
        },
        options: [
          { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
          { optionId: 'no', name: 'Reject', kind: 'reject_once' },
        ],
      });
      return outcome.outcome === 'selected' ? outcome.optionId : outcome.outcome;
    };
    if (behaviour === 'crash') process.exit(3);
    if (behaviour === 'hang') await new Promise(() => undefined);
    if (behaviour === 'escape') {
      const answers = [
        await ask('edit', '/etc/passwd'),
        await ask('edit', `${folder}/../../owner.json`),
        await ask('execute', 'rm', { command: 'rm -rf ~/x' }),
        await ask('fetch', 'https://example.org'),
        await ask('edit', `${folder}/src/range.js`),
        await ask('execute', 'test', { command: 'npm test' }),
      ];
      const written = await client
        .request(methods.client.fs.writeTextFile, { sessionId, path: `${folder}/../escaped.txt`, content: 'x' })
        .then(
          () => 'written',
          () => 'refused',
        );
      await say(
        `### Status\nBLOCKED ${[...answers, written].join(' ')}\n\n### Summary\n${[...answers, written].join(' ')}\n\n### AC coverage\n- AC1: missing\n`,
      );
      return { stopReason: 'end_turn' };
    }
    if (behaviour === 'nonsense' || (behaviour === 'second-try' && turn === 1)) {
      await say('All done! Everything works now.');
      return { stopReason: 'end_turn' };
    }
    await say('I look at the file first.');
    const file = await client.request(methods.client.fs.readTextFile, { sessionId, path: `${folder}/src/range.js` });
    await client.notify(methods.client.session.update, {
      sessionId,
      update: {
        sessionUpdate: 'tool_call',
        toolCallId: 'edit-1',
        title: 'edit src/range.js',
        kind: 'edit',
        status: 'in_progress',
      },
    });
    await ask('edit', `${folder}/src/range.js`);
    await client.request(methods.client.fs.writeTextFile, {
      sessionId,
      path: `${folder}/src/range.js`,
      content: file.content.replace('i < end', 'i <= end'),
    });
    await client.request(methods.client.fs.writeTextFile, {
      sessionId,
      path: `${folder}/test/range.test.js`,
      content: RANGE_TEST,
    });
    await say(MESSAGE);
    return { stopReason: 'end_turn' };
  })
  .connect(
    ndJsonStream(
      Writable.toWeb(process.stdout) as WritableStream<Uint8Array>,
      Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>,
    ),
  );
