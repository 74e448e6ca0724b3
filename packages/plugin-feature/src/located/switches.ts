const ASSIGNED =
  /\bprocess\.env(?:\.([A-Z][A-Z0-9_]*)|\[\s*['"]([A-Z][A-Z0-9_]*)['"]\s*\])\s*=(?!=)\s*['"](?:1|true|on|yes|enabled?)['"]|\bstubEnv\(\s*['"]([A-Z][A-Z0-9_]*)['"]\s*,\s*['"](?:1|true|on|yes|enabled?)['"]|\bsetenv\(\s*['"]([A-Z][A-Z0-9_]*)['"]\s*,\s*['"](?:1|true|on|yes|enabled?)['"]|\benviron\[\s*['"]([A-Z][A-Z0-9_]*)['"]\s*\]\s*=(?!=)\s*['"](?:1|true|on|yes|enabled?)['"]/gi;
const OF_THE_MACHINE = /^(?:CI|DEBUG|NO_COLOR|FORCE_COLOR|NODE_\w+|GITHUB_\w+|PYTHON\w+|TERM|VERBOSE)$/;
const SPEAKS_OF_SWITCHES =
  /\b(?:flags?|env(?:ironment)?|variables?|toggles?|switch(?:es|ed)?|opt(?:s|ing)?[- ](?:in|out)|experiment(?:s|al)?|beta|preview|setting|configur\w*|enabled?|disabled?|turned (?:on|off)|behind)\b/i;

/**
 * Pure. Variables of the environment that the added lines of a test turn on, where neither the criterion nor the task
 * speaks of any switch: without them the feature is off (THREATS F15).
 */
export function switchesTurnedOn(added: string, wish: string): readonly string[] {
  if (SPEAKS_OF_SWITCHES.test(wish)) return [];
  const names = [...added.matchAll(ASSIGNED)].map((match) => match.slice(1).find((name) => name !== undefined) ?? '');
  return [...new Set(names)].filter((name) => !OF_THE_MACHINE.test(name) && !wish.includes(name));
}
