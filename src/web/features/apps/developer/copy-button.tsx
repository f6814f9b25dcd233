import { useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { Button, IconButton } from '#web/ui/controls/button.tsx';
import { copy } from '#web/ui/marks/icons.ts';

interface CopyButtonProps {
  readonly text: string;
  /** Name of the thing that is copied. */
  readonly name: string;
  readonly isMain?: boolean;
}

/** Copies a text; if the browser refuses, it can still be selected by hand. */
export function CopyButton({ text, name, isMain = false }: CopyButtonProps) {
  const t = useT();
  const label = t('dc.copyOf', { name });
  const copyIt = (): void => {
    navigator.clipboard.writeText(text).then(
      () => notify({ kind: 'success', text: t('sys.copied') }),
      () => undefined,
    );
  };
  if (!isMain) return <IconButton icon={copy} iconSize={18} label={label} onClick={copyIt} />;
  return (
    <Button variant="primary" icon={copy} label={label} onClick={copyIt}>
      {t('dc.copy')}
    </Button>
  );
}
