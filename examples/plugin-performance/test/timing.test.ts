import { expect } from 'chai';
import { fasterOnHead } from '../dist/checks/faster-on-head.js';
import { median, speedup } from '../dist/timing.js';

const idle = [40, 40, 40];

describe('the speed-up of a benchmark', () => {
  it('leaves out what starting a program takes', () =>
    expect(speedup({ base: [1040], head: [140], idle: [40] }).factor).to.equal(10));
  it('is finite where the head needs no time', () =>
    expect(speedup({ base: [1040], head: [40], idle: [40] }).factor).to.equal(200));
  it('has the median of an even number of runs between the two', () => expect(median([4, 1, 3, 2])).to.equal(2.5));

  const cases = [
    { when: 'the factor is reached in every pair', base: [1000, 1010, 990], head: [100, 120, 110], status: 'PASS' },
    { when: 'the factor is missed', base: [200, 210, 220], head: [150, 150, 150], status: 'FAIL' },
    { when: 'a pair is slower at the head', base: [1000, 1000, 200], head: [60, 60, 900], status: 'FAIL' },
    { when: 'there is too little work', base: [60, 60, 60], head: [41, 41, 41], status: 'FAIL' },
  ];
  for (const { when, base, head, status } of cases)
    it(`is ${status} when ${when}`, () => expect(fasterOnHead({ base, head, idle }, 3).status).to.equal(status));
});
