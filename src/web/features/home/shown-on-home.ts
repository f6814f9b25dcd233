/** Rows of a list that the account home shows (brief 3.2). */
export const shownOnHome = 3;
