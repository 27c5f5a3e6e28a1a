import { useState, type ReactNode } from 'react';
import { defineTexts, useTexts } from '../i18n/texts.ts';
import { Button } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { FormDrawer } from '../ui/drawer.tsx';
import { Modal } from '../ui/modal.tsx';
import { Check } from '../ui/text-field.tsx';
import './secret-drawer.css';

const texts = defineTexts({
  zh: {
    now: '现在复制，之后不再显示。',
    why: '我们只保存它的摘要；丢了就重置一个。',
    copy: '复制',
    copied: '已复制',
    stored: '我已妥善保存',
    done: '完成',
    ask: '还没有复制，要离开吗？',
    lost: '离开后就再也看不到它了。',
    stay: '留下复制',
    leave: '不保存就离开',
  },
  en: {
    now: 'Copy it now. It is not shown again.',
    why: 'We keep only its hash; if it is lost, reset it.',
    copy: 'Copy',
    copied: 'Copied',
    stored: 'I have stored it safely',
    done: 'Done',
    ask: 'Not copied yet. Leave?',
    lost: 'After that nobody can show it again.',
    stay: 'Stay and copy',
    leave: 'Leave without it',
  },
});

interface SecretDrawerProps {
  readonly title: string;
  readonly sub?: ReactNode;
  /** Why it is not shown again, where it is no key. */
  readonly why?: string;
  readonly secret: string;
  readonly onDone: () => void;
  /** What to do with it next: environment, code, the first call. */
  readonly children?: ReactNode;
}

/** A secret, shown once. It closes only after it was copied, or somebody said that it is stored; Esc asks. */
export function SecretDrawer({ title, sub, why, secret, onDone, children }: SecretDrawerProps) {
  const t = useTexts(texts);
  const [isCopied, setCopied] = useState(false);
  const [isStored, setStored] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const isSafe = isCopied || isStored;
  return (
    <FormDrawer
      title={title}
      label={title}
      sub={sub}
      isLocked
      onClose={onDone}
      onRefusedClose={() => {
        if (isSafe) onDone();
        else setAsking(true);
      }}
      foot={
        <>
          <Check isOn={isStored} onChange={setStored}>
            {t.stored}
          </Check>
          <span className="grow" />
          <Button look="primary" disabled={!isSafe} onClick={onDone}>
            {t.done}
          </Button>
        </>
      }
    >
      <div className="once">
        <p>
          <b>{t.now}</b> {why ?? t.why}
        </p>
        <div className="secret">
          <code>{secret}</code>
          <Button
            look="primary"
            icon={isCopied ? 'check' : 'copy'}
            autoFocus
            onClick={() => {
              void copyText(secret).then(setCopied);
            }}
          >
            {isCopied ? t.copied : t.copy}
          </Button>
        </div>
      </div>
      {children}
      {isAsking ? (
        <Modal
          label={t.ask}
          onClose={() => {
            setAsking(false);
          }}
        >
          <header>
            <h2>{t.ask}</h2>
          </header>
          <p className="pad">{t.lost}</p>
          <footer>
            <Button look="danger" onClick={onDone}>
              {t.leave}
            </Button>
            <Button
              look="primary"
              onClick={() => {
                setAsking(false);
              }}
            >
              {t.stay}
            </Button>
          </footer>
        </Modal>
      ) : null}
    </FormDrawer>
  );
}
