/** Number of list rows on the account home (brief 3.2). */
export const shownOnHome = 3;
