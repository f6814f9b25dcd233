import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '#web/ui/tokens.css';
import '#web/ui/base.css';
import './desk.css';
import { defaultLanguage, languageOfTag } from '#contract/vocabulary/languages.ts';
import { startLanguage } from '#web/lib/texts/i18n.tsx';
import { showNoticesWith } from '#web/lib/page/notify.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { DeskApp } from './desk-app.tsx';
import { loadDeskTexts } from './texts.ts';

async function start(root: HTMLElement): Promise<void> {
  showNoticesWith(showToast);
  const language = languageOfTag(document.documentElement.lang) ?? defaultLanguage;
  startLanguage(language);
  await loadDeskTexts(language);
  createRoot(root).render(
    <StrictMode>
      <DeskApp />
    </StrictMode>,
  );
}

const root = document.getElementById('root');
if (root !== null) void start(root);
