'use strict';

const fs = require('node:fs');
const path = require('node:path');

const faults = [];
for (const folder of process.argv.slice(2)) {
  for (const name of fs.readdirSync(folder)) {
    const file = path.join(folder, name);
    const lines = fs.readFileSync(file, 'utf8').split('\n');
    lines.forEach((line, index) => {
      if (/\s$/.test(line) || line.includes('\t') || line.length > 120) faults.push(`${file}:${index + 1}`);
    });
    if (lines[0] !== "'use strict';") faults.push(`${file}:1`);
  }
}
for (const fault of faults) console.error(`${fault}: style`);
process.exitCode = faults.length > 0 ? 1 : 0;
