import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { whenPersonGoes } from '#web/lib/person/person-state.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { announce } from '#web/ui/feedback/announce.tsx';
import { accountKey } from '#web/widgets/account/account.ts';
import { wholeCrop, type Crop } from './crop.ts';
import { encodeSquare, maxMegabytes, readPicture, type Picture, type PictureProblem } from './picture.ts';
import { avatarEndpoints } from '#contract/account/avatar/avatar.ts';
import { call } from '#web/lib/api/api.ts';
import { sendFile } from '#web/lib/api/send-file.ts';

/** The state that the parts of the editor share. */
export interface AvatarEditing {
  readonly picture: Picture | undefined;
  readonly crop: Crop;
  readonly problem: PictureProblem | undefined;
  /** From 0 to 1 during a save, otherwise undefined. */
  readonly progress: number | undefined;
  readonly choose: (file: File | undefined) => void;
  readonly change: (next: (crop: Crop) => Crop) => void;
  readonly save: () => void;
  readonly stop: () => void;
}

/**
 * Kept outside of the component: a picture survives a change of layout (a turned phone), which renders the page again.
 */
let kept: Pick<AvatarEditing, 'picture' | 'crop'> | undefined;

whenPersonGoes(() => {
  kept = undefined;
});

/** A chosen picture, its crop, and its upload. `onSaved` is called when the account has it. */
export function useAvatarEditor(onSaved: () => void): AvatarEditing {
  const t = useT();
  const cache = useQueryClient();
  const [picture, setPicture] = useState(kept?.picture);
  const [crop, setCrop] = useState(kept?.crop ?? wholeCrop);
  const [problem, setProblem] = useState<PictureProblem>();
  const [progress, setProgress] = useState<number>();
  const saving = useRef<AbortController>(undefined);
  const choices = useRef(0);

  useEffect(() => {
    const path = location.pathname;
    const sender = saving;
    return () => {
      sender.current?.abort();
      if (location.pathname !== path) kept = undefined;
    };
  }, []);
  useEffect(() => {
    kept = { picture, crop };
  }, [picture, crop]);

  async function choose(file: File | undefined): Promise<void> {
    if (file === undefined || progress !== undefined) return;
    choices.current += 1;
    const choice = choices.current;
    const read = await readPicture(file);
    // A later choice may have loaded faster.
    if (choice !== choices.current) return;
    if (typeof read === 'string') {
      setProblem(read);
      announce(problemText(read), 'assertive');
      return;
    }
    setProblem(undefined);
    setPicture(read);
    setCrop(wholeCrop);
  }

  async function save(): Promise<void> {
    if (picture === undefined || saving.current !== undefined) return;
    const controller = new AbortController();
    saving.current = controller;
    setProblem(undefined);
    setProgress(0);
    try {
      const square = await encodeSquare(picture, crop);
      const profileImage = await saveAvatar(square, { signal: controller.signal, onProgress: setProgress });
      cache.setQueryData<AccountView>(accountKey, (account) => account && { ...account, profileImage });
      setPicture(undefined);
      notify({ kind: 'success', text: t('sys.saved') });
      onSaved();
    } catch (error) {
      if (isRefusal(error, 'payloadTooLarge')) setProblem('size');
      else handleRefusal(error);
    } finally {
      saving.current = undefined;
      setProgress(undefined);
    }
  }

  return {
    picture,
    crop,
    problem,
    progress,
    choose: (file) => void choose(file),
    change: setCrop,
    save: () => void save(),
    stop: () => saving.current?.abort(),
  };
}

/** The text for a refused file. */
export function problemText(problem: PictureProblem): string {
  return problem === 'type' ? translate('v.avatar.type') : translate('v.avatar.size', { n: maxMegabytes() });
}

interface Saving {
  readonly signal: AbortSignal;
  /** Progress of the upload, from 0 to 1. */
  readonly onProgress: (part: number) => void;
}

/**
 * Saves the square as the account's avatar and returns its URL.
 * @throws {RefusalError}
 * @throws {DOMException} AbortError, if `signal` aborted it
 */
async function saveAvatar(square: Blob, { signal, onProgress }: Saving): Promise<string> {
  const filetype = square.type === 'image/png' ? 'image/png' : 'image/jpeg';
  const { sign, uploadUrl } = await call(avatarEndpoints.beginProfileImage, { body: { filetype, size: square.size }, signal });
  await sendFile(square, uploadUrl, { signal, onProgress });
  const { profileImage } = await call(avatarEndpoints.finishProfileImage, { body: { sign }, signal });
  return profileImage;
}
