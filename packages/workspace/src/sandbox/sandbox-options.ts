/** What every adapter needs to know about the host. */
export interface SandboxOptions {
  /** Folder for files of the sandbox. Default: a new one in the temporary folder, removed when tec ends. */
  readonly scratch?: string | undefined;
  /** Folders of the host that must stay invisible even where a folder of the system is shown: the repository. */
  readonly hide?: readonly string[] | undefined;
  /** Where PATH and the places of version managers are taken from. Default: the environment of tec. */
  readonly hostEnv?: NodeJS.ProcessEnv | undefined;
  /**
   * Lay out every tree as a copy, even where an overlay works. Slower; a folder that comes with the tree can then be
   * renamed, which an overlay refuses (EXDEV).
   */
  readonly copyTrees?: boolean | undefined;
}
