import type { ChainResult, Check } from '@typed-evidence-chain/core';
import { MARKS, plain, seconds } from './marks.js';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const html = (text: string): string => plain(text).replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#1b1f24}
table{border-collapse:collapse;width:100%}th,td{border-bottom:1px solid #d8dee4;padding:.4rem .6rem;text-align:left;vertical-align:top}
code,pre{font:13px ui-monospace,monospace}pre{background:#f6f8fa;padding:.6rem;overflow:auto;margin:.3rem 0}
.PASS{color:#116329}.FAIL{color:#a40e26}.NOT_RUN{color:#7d4e00}.DONE{color:#116329}.NEEDS_REVIEW{color:#7d4e00}.add{color:#116329}.del{color:#a40e26}`;

interface ShownHunk {
  readonly at: string;
  readonly class: string;
  readonly reason: string;
  readonly removed?: readonly string[];
  readonly added?: readonly string[];
}

/** The parts of the patch with their classes, where the check has them. */
function hunks(check: Check): string {
  const parts = check.details?.['hunks'];
  if (!Array.isArray(parts)) return '';
  return (parts as ShownHunk[])
    .map(
      (part) =>
        `<details><summary><b>${html(part.class)}</b> <code>${html(part.at)}</code>: ${html(part.reason)}</summary><pre>${[
          ...(part.removed ?? []).map((line) => `<span class="del">-${html(line)}</span>`),
          ...(part.added ?? []).map((line) => `<span class="add">+${html(line)}</span>`),
        ].join('\n')}</pre></details>`,
    )
    .join('');
}

const row = (check: Check): string =>
  `<tr><td class="${check.status}">${MARKS[check.status]}</td><td><code>${html(check.id)}</code></td><td class="${check.status}">${check.status}${check.blocking ? '' : ' (advisory)'}</td><td>${html(check.summary)}${check.command === undefined ? '' : `<br><code>${html(check.command)}</code> (${html(check.source ?? '')})`}${hunks(check)}</td><td>${seconds(check.durationMs)}</td></tr>`;

/** The report as one page without scripts; everything that comes from the change is escaped. */
export function htmlReport(result: ChainResult): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${html(result.verdict)}: ${html(result.task.title)}</title><style>${STYLE}</style>
<h1><span class="${result.verdict}">${result.verdict}</span> ${html(result.task.title)}</h1>
<p>Type <b>${html(result.classification.type ?? 'undecided')}</b> (${result.classification.confidence}), base <code>${html(result.base.slice(0, 12))}</code>, patch <code>${html(result.patchDigest.slice(0, 19))}</code>, sandbox ${html(result.sandbox.driver)}${result.sandbox.isolated ? '' : ' <b class="FAIL">(not isolated)</b>'}</p>
${(result.submission?.notes ?? []).map((note) => `<p>${html(note)}</p>`).join('')}
<table><tr><th></th><th>check</th><th>status</th><th>what came out</th><th>took</th></tr>${result.checks.map(row).join('\n')}</table>
${result.reasons.length === 0 ? '' : `<h2>Why</h2><ul>${result.reasons.map((reason) => `<li>${html(reason)}</li>`).join('')}</ul>`}
<h2>What this review cannot decide</h2><ul>${result.limits.map((limit) => `<li>${html(limit)}</li>`).join('')}</ul></html>
`;
}
