/** The longest time that a timer can count, in milliseconds: some 25 days. A longer one would end at once. */
export const longestTimer = 0x7fffffff;
