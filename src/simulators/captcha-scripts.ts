/**
 * Browser side of the simulated captcha services: the same globals, options and events as the real scripts, by the same
 * means (JSONP, pictures, style elements and style sheets, frames), so that a page's policy is tested too. Each shows
 * one button.
 */

/** Shared by the scripts: calls the simulator by a script (JSONP), like both Chinese services. */
const jsonp = `
let asked = 0;
function ask(path, take, fail) {
  const name = '__JSONP_' + String(asked += 1) + '_' + Math.random().toString(36).slice(2);
  const script = document.createElement('script');
  window[name] = (answer) => { delete window[name]; script.remove(); take(answer); };
  script.onerror = () => fail({ code: 502 });
  script.src = base + path + (path.includes('?') ? '&' : '?') + 'callback=' + name;
  document.head.append(script);
}
function press(holder, text, dark, onPress) {
  const picture = document.createElement('img');
  picture.alt = '';
  picture.src = base + '/picture.svg';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'simulated-captcha';
  button.dataset.theme = dark ? 'dark' : 'light';
  button.append(picture, text);
  button.onclick = onPress;
  holder.append(button);
  return button;
}
`;

/** `initNECaptcha` of NetEase Yidun (v2). */
export function yidunScript(base: string): string {
  return `(() => { const base = ${JSON.stringify(base)};${jsonp}
window.initNECaptcha = (config, onload, onerror) => {
  const holder = typeof config.element === 'string' ? document.querySelector(config.element) : config.element;
  const style = document.createElement('style');
  style.textContent = '.simulated-captcha{display:flex;align-items:center;gap:8px;width:100%;min-height:44px;padding:8px 14px}';
  document.head.append(style);
  const load = () => ask('/api/v3/getconf?id=' + config.captchaId, (answer) => {
    if (answer.error) { onerror({ code: answer.error }); return; }
    const button = press(holder, config.lang === 'zh-CN' ? '点击完成验证' : 'Click to verify', config.theme === 'dark', () => {
      ask('/api/v3/check', ({ error, validate }) => config.onVerify(error ? { code: error } : null, error ? undefined : { validate }), config.onError);
    });
    const instance = { refresh() {}, destroy() { button.remove(); } };
    onload(instance);
    config.onReady(instance);
  }, onerror);
  load();
};
})();`;
}

/** `initWatchman` of Yidun's anti-cheat. */
export function watchmanScript(): string {
  return `window.initWatchman = ({ productNumber, onload, onerror }) => {
  if (!/^YD/.test(productNumber)) { onerror({ code: 500 }); return; }
  onload({ getToken(businessId, take) { setTimeout(() => take('watched-' + businessId)); } });
};`;
}

/** `initGeetest4` of GeeTest v4. */
export function geetestScript(base: string): string {
  return `(() => { const base = ${JSON.stringify(base)};${jsonp}
window.initGeetest4 = (config, take) => {
  const listeners = {};
  let validate = false;
  let button;
  const tell = (name) => { if (listeners[name]) listeners[name](); };
  const captcha = {
    appendTo(holder) {
      const sheet = document.createElement('link');
      sheet.rel = 'stylesheet';
      sheet.href = base + '/v4/gct4.css';
      document.head.append(sheet);
      button = press(holder, config.language === 'zho' ? '点击按钮开始验证' : 'Click to verify', false, () => {
        ask('/verify', (answer) => {
          if (answer.error) { tell('fail'); return; }
          validate = answer;
          tell('success');
        }, () => tell('error'));
      });
      setTimeout(() => tell('ready'));
      return captcha;
    },
    getValidate: () => validate,
    reset() { validate = false; },
    destroy() { if (button) button.remove(); },
  };
  for (const name of ['Ready', 'Success', 'Fail', 'Error', 'Close']) {
    captcha['on' + name] = (listener) => { listeners[name.toLowerCase()] = listener; return captcha; };
  }
  ask('/load?captcha_id=' + config.captchaId, () => take(captcha), config.onError);
};
})();`;
}

/** `turnstile.render` of Cloudflare. */
export function turnstileScript(base: string): string {
  return `(() => { const base = ${JSON.stringify(base)};
const widgets = new Map();
addEventListener('message', ({ source, data }) => {
  for (const [, { frame, options }] of widgets) {
    if (frame.contentWindow !== source) continue;
    if (data.token) options.callback(data.token);
    else options['error-callback'](data.error);
  }
});
window.turnstile = {
  render(holder, options) {
    const id = 'cf-chl-widget-' + Math.random().toString(36).slice(2);
    const frame = document.createElement('iframe');
    frame.title = 'Widget containing a Cloudflare security challenge';
    frame.style.cssText = 'border:0;width:100%;height:65px';
    const about = new URLSearchParams({ sitekey: options.sitekey, action: options.action, theme: options.theme, language: options.language, hostname: location.hostname });
    frame.src = base + '/frame?' + about;
    holder.append(frame);
    widgets.set(id, { frame, options });
    return id;
  },
  remove(id) { const widget = widgets.get(id); if (widget) widget.frame.remove(); widgets.delete(id); },
  reset() {},
};
})();`;
}

/** The page inside Turnstile's frame; the button sends `answer` to the surrounding page. */
export function turnstileFrame(answer: unknown, { theme, language }: { readonly theme: string; readonly language: string }): string {
  const colors = theme === 'dark' ? 'background:#222;color:#fff' : 'background:#fafafa;color:#000';
  const text = language === 'zh-cn' ? '请验证您是真人' : 'Verify you are human';
  const told = JSON.stringify(answer).replaceAll('<', '\\u003c');
  return (
    `<!doctype html><html lang="${language === 'zh-cn' ? 'zh' : 'en'}"><title>Turnstile</title><body style="margin:0;${colors}">` +
    `<button type="button" style="min-height:60px;width:100%">${text}</button>` +
    `<script>document.querySelector('button').onclick=()=>parent.postMessage(${told},'*')</script></body></html>`
  );
}
