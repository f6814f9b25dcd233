/** The part of `@auth/core` that tests use. The package's types would add those of the DOM to the whole server. */
export function Auth(request: Request, options: Readonly<Record<string, unknown>>): Promise<Response>;
