import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { announce } from '#web/ui/feedback/announce.tsx';
import { Avatar } from '#web/ui/layout/avatar.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Line } from '#web/ui/form/field.tsx';
import { wholeCrop } from './crop.ts';
import { encodeSquare, readPicture, type PictureProblem } from './picture.ts';
import css from './quick-avatar.module.css';
import { saveAvatar } from './save-avatar.ts';
import { problemText } from './use-avatar-editor.ts';

/** An avatar in one step: the middle of a chosen picture is saved at once. Its page can crop it later. */
export function QuickAvatar(): ReactNode {
  const t = useT();
  const line = useId();
  const [saved, setSaved] = useState('');
  const [problem, setProblem] = useState<PictureProblem>();
  const [busy, setBusy] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const saving = useRef<AbortController>(undefined);
  useEffect(() => () => saving.current?.abort(), []);

  async function choose(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    setBusy(true);
    setProblem(undefined);
    const controller = new AbortController();
    saving.current = controller;
    try {
      const picture = await readPicture(file);
      if (typeof picture === 'string') {
        refuse(picture);
        return;
      }
      const square = await encodeSquare(picture, wholeCrop);
      setSaved(await saveAvatar(square, { signal: controller.signal, onProgress: () => undefined }));
      announce(t('sys.saved'));
    } catch (error) {
      if (isRefusal(error, 'payloadTooLarge')) refuse('size');
      else handleRefusal(error);
    } finally {
      setBusy(false);
    }
  }

  function refuse(why: PictureProblem): void {
    setProblem(why);
    announce(problemText(why), 'assertive');
  }

  return (
    <div className={css['avatar']}>
      <Avatar src={saved} size="l" />
      <div className={css['choice']}>
        <Button size="sm" busy={busy} label={`${t('pf.avatar')}: ${t('pf.upload')}`} onClick={() => chooser.current?.click()}>
          {t('pf.upload')}
        </Button>
        <div className={css['line']}>
          <Line id={line} error={problem && problemText(problem)} tip={t('pf.avatarHint')} tipStays />
        </div>
      </div>
      {/* The file input behind the visible button. */}
      <input
        ref={chooser}
        type="file"
        accept="image/jpeg,image/png"
        hidden
        onChange={(event) => {
          void choose(event.currentTarget.files?.[0]);
          // Choosing the same file again must also fire an event.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
