import { formatDuration } from './duration.js';

const share = (minutes, total) => (total === 0 ? 0 : Math.round((minutes / total) * 100));

/** A summary as text: a line for each project and each of its days, and the total. */
export function renderReport({ total, projects }) {
  const lines = [];
  for (const { project, minutes, days } of projects) {
    lines.push(`${project}  ${formatDuration(minutes)}  (${share(minutes, total)} %)`);
    for (const day of days) lines.push(`  ${day.date}  ${formatDuration(day.minutes)}`);
  }
  lines.push(`total  ${formatDuration(total)}`);
  return lines.join('\n');
}
