import type { WayId } from '#server/core/sign-in/ways/way.ts';

/** Payload of an activation link: the new email as its owner wrote it, and the way that proved the person. */
export function activationPayload(shown: string, by: WayId): string {
  return `${shown}\n${by}`;
}

export function readActivation(payload: string): { readonly shown: string; readonly by: WayId } {
  const [shown = '', by = ''] = payload.split('\n');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the payload is sealed, and only `activationPayload` writes it
  return { shown, by: by as WayId };
}
