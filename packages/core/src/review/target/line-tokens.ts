const TOKEN = /[\p{ID_Start}_$][\p{ID_Continue}$]*|\d[\w.]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\S/gu;

/** Words, numbers, texts and single signs of any language, for telling how two versions of the same lines differ. */
export const lineTokens = (lines: readonly string[]): readonly string[] => lines.join('\n').match(TOKEN) ?? [];
