import type { Node } from '../syntax.js';

/** One exported name with the value that it stands for, as far as the file itself says. */
export interface Exported {
  /** `default` for the module as a whole; `* from ./x` for all names of another module. */
  readonly name: string;
  readonly value?: Node | undefined;
}
