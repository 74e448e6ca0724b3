'use strict';

const euros = (cents) => `${(cents / 100).toFixed(2)} EUR`;

/** The quote as lines of text, amounts in one column. */
function formatQuote({ zone, billableKg, lines, totalCents }) {
  const rows = [...lines, { label: 'total', cents: totalCents }];
  const width = Math.max(...rows.map((row) => row.label.length));
  const head = `${billableKg.toFixed(1)} kg, zone ${zone}`;
  return [head, ...rows.map((row) => `${row.label.padEnd(width)}  ${euros(row.cents).padStart(12)}`)].join('\n');
}

module.exports = { formatQuote };
