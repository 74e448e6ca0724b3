const HEADER = ['date', 'project', 'hours', 'note'];

const cell = (value) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

/** Entries as CSV (RFC 4180), hours with two decimals. */
export function toCsv(entries) {
  const rows = entries.map((entry) => [entry.date, entry.project, (entry.minutes / 60).toFixed(2), entry.note]);
  return [HEADER, ...rows].map((row) => row.map(cell).join(',')).join('\r\n');
}
