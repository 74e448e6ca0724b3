import { createHash } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import {
  documentFormat,
  InputError,
  parseSubmission,
  type GivenChange,
  type RawSubmission,
} from '@typed-evidence-chain/core';
import { readGivenFile } from './read-file.js';

export interface GivenInput {
  readonly change: GivenChange;
  readonly submission: RawSubmission | undefined;
}

export interface InputFlags {
  readonly patch?: string | undefined;
  readonly head?: string | undefined;
  readonly submission?: string | undefined;
}

/** Line ends at the end of a patch say nothing; copies through JSON lose them. */
const digest = (patch: Buffer | string): string =>
  createHash('sha256').update(Buffer.from(patch).toString('latin1').replace(/\s+$/, '')).digest('hex');

/** The patch that a submission carries; `{"file"}` is relative to the submission file. */
async function patchOf(submission: RawSubmission, file: string): Promise<GivenChange | undefined> {
  const { patch } = submission;
  if (patch === undefined) return undefined;
  if (typeof patch === 'string') return { patch };
  if ('head' in patch) return { head: patch.head };
  return { patch: await readGivenFile(resolve(dirname(file), patch.file), 'patch') };
}

/** The change and what is said of it. `--patch` and `--head` win; a submission of another patch is refused. */
export async function readInput(flags: InputFlags): Promise<GivenInput> {
  if (flags.patch !== undefined && flags.head !== undefined) {
    throw new InputError('input/usage', '--patch and --head exclude each other', { remedy: 'Give one of them' });
  }
  const submission =
    flags.submission === undefined
      ? undefined
      : parseSubmission(
          (await readGivenFile(flags.submission, 'submission')).toString('utf8'),
          documentFormat(flags.submission),
          flags.submission,
        );
  if (flags.head !== undefined) return { change: { head: flags.head }, submission };
  const given = flags.patch === undefined ? undefined : { patch: await readGivenFile(flags.patch, 'patch') };
  if (!given) {
    const own = submission && flags.submission !== undefined ? await patchOf(submission, flags.submission) : undefined;
    if (own) return { change: own, submission };
    throw new InputError('input/usage', 'There is no change to review', {
      remedy: 'Give --patch FILE or --head REF, or a submission with a patch',
    });
  }
  if (
    submission &&
    flags.submission !== undefined &&
    typeof submission.patch === 'string' &&
    digest(submission.patch) !== digest(given.patch)
  ) {
    throw new InputError('input/usage', 'The submission is about another patch than --patch', {
      file: flags.submission,
      field: 'patch',
      remedy: 'Review the patch that the submission was written for',
    });
  }
  return { change: given, submission };
}
