import { useState, type ReactNode } from 'react';
import { defineTexts, useTexts } from '../../i18n/texts.ts';
import { Button, buttonClass } from '../../ui/buttons/button.tsx';
import { copyText } from '../../ui/buttons/copy-text.ts';
import { Check } from '../../ui/forms/text-field.tsx';
import { FormDrawer } from '../../ui/windows/drawer.tsx';
import { Modal } from '../../ui/windows/modal.tsx';
import './secret-drawer.css';

const texts = defineTexts({
  zh: {
    now: '请立即复制，之后不再显示。',
    why: '我们只保存摘要。如果丢失，请重置。',
    copy: '复制',
    copied: '已复制',
    stored: '我已妥善保存',
    done: '完成',
    ask: '尚未复制，确定离开吗？',
    lost: '离开后将无法再查看。',
    stay: '留下复制',
    leave: '不复制，离开',
  },
  en: {
    now: 'Copy now: this is shown only once.',
    why: 'We store only a hash. If you lose it, reset it.',
    copy: 'Copy',
    copied: 'Copied',
    stored: 'I have stored it safely',
    done: 'Done',
    ask: 'Not copied yet. Leave?',
    lost: 'You cannot view it again after that.',
    stay: 'Stay and copy',
    leave: 'Leave without copying',
  },
});

/** Maximum number of displayed codes; all of them are copied. */
const linesShown = 200;

interface SecretFile {
  readonly label: string;
  readonly name: string;
  readonly text: string;
}

interface SecretDrawerProps {
  readonly title: string;
  readonly sub?: ReactNode;
  /** Why the secret is not shown again, if it is not a key. */
  readonly why?: string;
  readonly secret: string;
  /** The same content as a file; storing it also counts as saved. */
  readonly file?: SecretFile;
  readonly onDone: () => void;
  /** The next steps: environment, code, the first call. */
  readonly children?: ReactNode;
}

/**
 * A secret that is shown once. It closes only after it was copied, or after the user confirmed that it is stored; Esc asks for
 * confirmation.
 */
export function SecretDrawer({ title, sub, why, secret, file, onDone, children }: SecretDrawerProps) {
  const t = useTexts(texts);
  const [isCopied, setCopied] = useState(false);
  const [isStored, setStored] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const isSafe = isCopied || isStored;
  const isList = secret.includes('\n');
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
          {file === undefined ? null : (
            <FileLink
              file={file}
              onTaken={() => {
                setStored(true);
              }}
            />
          )}
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
        <div className={isList ? 'secret list' : 'secret'}>
          <code {...(isList ? { tabIndex: 0, 'aria-label': title } : {})}>{secret.split('\n', linesShown).join('\n')}</code>
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
        <LeaveWindow
          onLeave={onDone}
          onStay={() => {
            setAsking(false);
          }}
        />
      ) : null}
    </FormDrawer>
  );
}

function FileLink({ file: { label, name, text }, onTaken }: { readonly file: SecretFile; readonly onTaken: () => void }) {
  const href = `data:text/csv;charset=utf-8,${encodeURIComponent(text)}`;
  return (
    <a className={buttonClass({})} href={href} download={name} onClick={onTaken}>
      {label}
    </a>
  );
}

interface LeaveWindowProps {
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

/** Asks for confirmation if the user has not stored the secret. */
function LeaveWindow({ onLeave, onStay }: LeaveWindowProps) {
  const t = useTexts(texts);
  return (
    <Modal label={t.ask} onClose={onStay}>
      <header>
        <h2>{t.ask}</h2>
      </header>
      <p className="pad">{t.lost}</p>
      <footer>
        <Button look="danger" onClick={onLeave}>
          {t.leave}
        </Button>
        <Button look="primary" onClick={onStay} autoFocus>
          {t.stay}
        </Button>
      </footer>
    </Modal>
  );
}
