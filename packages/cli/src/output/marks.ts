import type { CheckStatus } from '@typed-evidence-chain/core';

export const MARKS: Readonly<Record<CheckStatus, string>> = {
  PASS: '✔',
  FAIL: '✖',
  'N/A': '–',
  NOT_RUN: '?',
  PRE_EXISTING: '≈',
};

/** Control characters and escape sequences of reviewed code never reach a terminal or a page. */
export const plain = (text: string): string =>
  // eslint-disable-next-line no-control-regex -- removing control characters is the purpose
  text
    .replace(/\u001b\[[0-?]*[ -/]*[@-~]/g, '')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\uFFFD');

export const seconds = (ms: number | undefined): string => (ms === undefined ? '' : `${(ms / 1000).toFixed(1)} s`);
