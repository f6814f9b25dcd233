/** Gender codes (spec 3): 0 unknown, 1 male, 2 female. Texts: `g.<code>`. */
export const genders = [0, 1, 2] as const;
