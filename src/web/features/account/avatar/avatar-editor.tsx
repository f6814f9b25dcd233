import { useEffect, useId, useRef, useState, type DragEvent, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { navigate } from '#web/lib/page/router.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { classes } from '#web/ui/classes.ts';
import { Line } from '#web/ui/form/field.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { image, rotateCcw } from '#web/ui/marks/icons.ts';
import { Progress } from '#web/ui/feedback/progress.tsx';
import { useAccount } from '#web/widgets/account/account.ts';
import { useLeaveWarning } from '#web/widgets/page/leave-warning.tsx';
import css from './avatar-editor.module.css';
import { AvatarPreviews } from './avatar-previews.tsx';
import { AvatarStage } from './avatar-stage.tsx';
import { maxZoom, turn, zoomStep, zoomTo } from './crop.ts';
import { problemText, useAvatarEditor, type AvatarEditing } from './use-avatar-editor.ts';

interface AvatarEditorProps {
  /** The page that opened this one; it is shown again at the end. */
  readonly back: string;
}

/** Choose, drop or paste a picture, crop it, preview it, save it (brief 3.3). */
export function AvatarEditor({ back }: AvatarEditorProps): ReactNode {
  const t = useT();
  const line = useId();
  const { data: account } = useAccount();
  const editing = useAvatarEditor(() => navigate(back));
  const { picture, crop, problem, progress } = editing;
  const { leave, dialog } = useLeaveWarning(picture !== undefined);
  const chooser = useRef<HTMLInputElement>(null);
  const drop = useDrop(editing.choose);
  const isSaving = progress !== undefined;
  const chooseFile = (): void => chooser.current?.click();

  return (
    <Card busy={isSaving}>
      {/* Otherwise the browser would open a file that is dropped beside the stage. */}
      <div className={css['columns']} {...drop.target}>
        <div className={css['work']} inert={isSaving}>
          {picture === undefined ? (
            <DropZone isOver={drop.isOver} describedBy={line} onChoose={chooseFile} />
          ) : (
            <AvatarStage picture={picture} crop={crop} onChange={editing.change} />
          )}
          <div className={css['line']}>
            <Line id={line} error={problem && problemText(problem)} />
          </div>
          {picture !== undefined && <ZoomSlider editing={editing} />}
        </div>
        <div className={css['side']} inert={isSaving}>
          <AvatarPreviews picture={picture} crop={crop} present={account?.profileImage} />
          {picture !== undefined && (
            <div className={css['tools']}>
              <Button icon={image} onClick={chooseFile}>
                {t('pf.choose')}
              </Button>
              <Button icon={rotateCcw} onClick={() => editing.change((now) => turn(now, picture.bitmap))}>
                {t('pf.rotate')}
              </Button>
            </div>
          )}
        </div>
      </div>
      {/* The file input behind the visible "choose" buttons. */}
      <input
        ref={chooser}
        type="file"
        accept="image/jpeg,image/png"
        hidden
        onChange={(event) => {
          editing.choose(event.currentTarget.files?.[0]);
          // Choosing the same file again must also fire an event.
          event.currentTarget.value = '';
        }}
      />
      <footer className={css['foot']}>
        {isSaving && (
          <Progress
            className={css['progress']}
            label={t('av.uploading')}
            part={progress}
            text={t('av.percent', { n: Math.round(progress * 100) })}
          />
        )}
        <Button className={css['act'] ?? ''} onClick={() => (isSaving ? editing.stop() : leave(back))}>
          {t('btn.cancel')}
        </Button>
        <Button className={css['act'] ?? ''} variant="primary" busy={isSaving} disabled={picture === undefined} onClick={editing.save}>
          {t('btn.save')}
        </Button>
      </footer>
      {dialog}
    </Card>
  );
}

interface DropZoneProps {
  readonly isOver: boolean;
  readonly describedBy: string;
  readonly onChoose: () => void;
}

function DropZone({ isOver, onChoose }: DropZoneProps): ReactNode {
  const t = useT();
  return (
    <div className={classes(css['zone'], isOver && css['over'])}>
      <Icon of={image} size={32} />
      <p>{t('pf.drag')}</p>
      <Button icon={image} onClick={onChoose}>
        {t('pf.choose')}
      </Button>
    </div>
  );
}

function ZoomSlider({ editing }: { readonly editing: AvatarEditing }): ReactNode {
  const t = useT();
  const { picture, crop, change } = editing;
  if (picture === undefined) return undefined;
  return (
    <div className={css['zoom']}>
      <Icon of={image} size={16} />
      <input
        type="range"
        aria-label={t('pf.zoom')}
        aria-valuetext={t('av.percent', { n: Math.round(crop.zoom * 100) })}
        min={1}
        max={maxZoom}
        step={zoomStep / 10}
        value={crop.zoom}
        onChange={(event) => {
          const zoom = Number(event.currentTarget.value);
          change((now) => zoomTo(now, zoom, { picture: picture.bitmap }));
        }}
      />
      <Icon of={image} size={22} />
    </div>
  );
}

/** Handles files that are dropped on an element or pasted anywhere. */
function useDrop(choose: (file: File | undefined) => void) {
  const [isOver, setIsOver] = useState(false);
  const latest = useRef(choose);
  latest.current = choose;
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      const file = event.clipboardData?.files[0];
      if (file === undefined) return;
      event.preventDefault();
      latest.current(file);
    };
    addEventListener('paste', onPaste);
    return () => removeEventListener('paste', onPaste);
  }, []);

  const target = {
    onDragOver(event: DragEvent): void {
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave(event: DragEvent): void {
      if (!event.currentTarget.contains(event.relatedTarget instanceof Node ? event.relatedTarget : null)) setIsOver(false);
    },
    onDrop(event: DragEvent): void {
      event.preventDefault();
      setIsOver(false);
      choose(event.dataTransfer.files[0]);
    },
  };
  return { isOver, target };
}
