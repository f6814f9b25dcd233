/** The page of the first questions after a registration: nickname, avatar, and the QR code for following. */
export const arrivalPath = '/register/follow';
