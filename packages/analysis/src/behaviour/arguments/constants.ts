/** Values that the code itself mentions: where it decides, it decides at these. */
export interface Constants {
  readonly numbers: readonly number[];
  readonly strings: readonly string[];
  /** Those of the changed lines: their characters are ordinary input from here on. */
  readonly changed: readonly string[];
  /** The code looks at the sign of numbers, so negative ones are ordinary input. */
  readonly signed: boolean;
  /** The code reads numbers out of texts, so any number in a text is ordinary input. */
  readonly readsNumbers: boolean;
  /** The code asks whether a number is whole, so fractions are ordinary input. */
  readonly asksWhole: boolean;
  /** The change is about an order of texts: capital letters among small ones tell which. */
  readonly ordersTexts: boolean;
  /** The change is about keys of a Map or of an object: the name of an inherited member tells them apart. */
  readonly keepsByKey: boolean;
  /** A Map or Set, which keeps the order of its keys, goes: an object shows those like numbers first. */
  readonly losesMap: boolean;
}

export const NO_CONSTANTS: Constants = {
  numbers: [],
  strings: [],
  changed: [],
  signed: false,
  readsNumbers: false,
  asksWhole: false,
  ordersTexts: false,
  keepsByKey: false,
  losesMap: false,
};

export const MAX_NUMBERS = 24;
export const MAX_STRINGS = 30;

export function mergeConstants(all: readonly Constants[]): Constants {
  return {
    numbers: [...new Set(all.flatMap((one) => one.numbers))].slice(0, MAX_NUMBERS),
    strings: [...new Set(all.flatMap((one) => one.strings))].slice(0, MAX_STRINGS),
    changed: [...new Set(all.flatMap((one) => one.changed))],
    signed: all.some((one) => one.signed),
    readsNumbers: all.some((one) => one.readsNumbers),
    asksWhole: all.some((one) => one.asksWhole),
    ordersTexts: all.some((one) => one.ordersTexts),
    keepsByKey: all.some((one) => one.keepsByKey),
    losesMap: all.some((one) => one.losesMap),
  };
}
