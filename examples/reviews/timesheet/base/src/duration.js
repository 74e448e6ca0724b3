const PATTERN = /^(?:(\d+)h)?\s*(?:(\d+)m)?$/;

/** `1h 30m`, `45m`, `2h` -> minutes. */
export function parseDuration(text) {
  const match = PATTERN.exec(text.trim());
  if (!match || (match[1] === undefined && match[2] === undefined)) throw new SyntaxError(`not a duration: ${text}`);
  return Number(match[1] ?? 0) * 60 + Number(match[2] ?? 0);
}

/** Minutes -> `1h 30m`; whole hours have no minutes, less than an hour has no hours. */
export function formatDuration(minutes) {
  const sign = minutes < 0 ? '-' : '';
  const total = Math.abs(Math.round(minutes));
  const hours = Math.floor(total / 60);
  const rest = total % 60;
  if (hours === 0) return `${sign}${rest}m`;
  return rest === 0 ? `${sign}${hours}h` : `${sign}${hours}h ${rest}m`;
}
