/**
 * Text from a task or a repository as data: between markers that the text cannot know, so that nothing in it can end the
 * quotation and go on as an instruction (THREATS B46, X4).
 */
export function quote(what: string, text: string, mark: string): string {
  return `<<<${what} ${mark}\n${text}\n${what} ${mark}>>>`;
}
