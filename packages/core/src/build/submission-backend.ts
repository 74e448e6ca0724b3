import type { BuilderBackend, Built } from './backend.js';

/** The builder `submission`: the change as a person or an agent made it, with or without a submission file. */
export const submissionBackend = (given: Omit<Built, 'builtBy'>): BuilderBackend => ({
  name: 'submission',
  repeats: false,
  build: async () => ({ ...given, builtBy: 'submission' }),
});
