/** CONTRACT, section 5. */
export const EXIT_DONE = 0;
export const EXIT_NEEDS_REVIEW = 1;
export const EXIT_USAGE = 2;
export const EXIT_COULD_NOT_RUN = 3;
