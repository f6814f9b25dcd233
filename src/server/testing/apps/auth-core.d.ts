/** The part of `@auth/core` that tests use: its own types would bring those of a page into the whole server. */
export function Auth(request: Request, options: Readonly<Record<string, unknown>>): Promise<Response>;
