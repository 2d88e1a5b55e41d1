import { Button, Text, TextInput } from '@mantine/core';
import { type RefObject, useRef, useState } from 'react';
import { useIde } from '../../../app/context.tsx';
import { draftKey, useDraft } from '../../../app/drafts.ts';
import { useWork, type Work } from '../../../app/queries.ts';
import { showDone, showUndo } from '../../../app/toasts.tsx';
import { attempt } from '../../../commands/command.ts';
import { takeBack } from '../../../commands/edits.ts';
import { saveText } from '../../../parts/save-file.ts';
import { Card } from '../../../ui/card.tsx';
import { useFileDrop } from '../../../ui/use-file-drop.ts';
import { SettingsForm } from '../parts/form-parts.tsx';
import { enableDraft } from './enable-draft.ts';
import { writeEnv } from './env-file.ts';
import {
  draftOf,
  EnvironmentDraft,
  filledItems,
  type Item,
  itemsToSend,
  keptSecret,
  type ListedEnvironment,
  nameFaults,
  withBlank,
  withEnvFile,
  withItem,
  withoutItem,
  withoutSecrets,
} from './environment-draft.ts';
import classes from './environments.module.css';
import { ImportDialog } from './import-dialog.tsx';
import { ItemRow } from './item-row.tsx';

interface EnvironmentCardProps {
  projectId: string;
  versionId: string;
  environment: ListedEnvironment;
  /** Undefined after a deletion. */
  onChanged(environment?: ListedEnvironment): void;
}

function useEnvironmentForm({ projectId, versionId, environment, onChanged }: EnvironmentCardProps) {
  const { environmentCode } = environment;
  const ide = useIde();
  const draft = useDraft({
    key: draftKey(projectId, 'environments', versionId, environmentCode),
    schema: EnvironmentDraft,
    saved: draftOf(environment),
    withoutSecrets,
  });
  const work = useWork();
  const [areNamesChecked, setNamesChecked] = useState(false);
  const save = (onSaved: () => void) => {
    setNamesChecked(true);
    if (nameFaults(draft.value).size > 0) return;
    void work.run(async () => {
      const given = { environmentCode, name: draft.value.name.trim(), items: itemsToSend(draft.value) };
      const reply = await ide.editing.change('editEnvironment', given);
      setNamesChecked(false);
      draft.settle(draftOf(reply.environment));
      onSaved();
      onChanged(reply.environment);
      showDone(`Environment “${reply.environment.name}” saved`);
      await enableDraft(ide, projectId, reply.environment.items);
    });
  };
  return {
    draft,
    work,
    save,
    faults: areNamesChecked ? nameFaults(draft.value) : NO_FAULTS,
    change(value: EnvironmentDraft) {
      work.forget();
      draft.set(value);
    },
  };
}

const NO_FAULTS: ReadonlyMap<number, string> = new Map();

export function EnvironmentCard(props: EnvironmentCardProps) {
  const { environment, onChanged } = props;
  const { name } = environment;
  const form = useEnvironmentForm(props);
  const [isRenaming, setRenaming] = useState(false);
  const [imported, setImported] = useState<string>();
  const { isOver, dropProps } = useFileDrop(([file]) => void file?.text().then(setImported));
  return (
    <section aria-label={name} className={classes.drop} data-over={isOver || undefined} {...dropProps}>
      <Card
        title={name}
        aside={
          <Actions
            environment={environment}
            onRename={() => setRenaming(true)}
            onImport={() => setImported('')}
            onChanged={onChanged}
          />
        }
      >
        <EnvironmentFields
          environment={environment}
          form={form}
          isRenaming={isRenaming}
          onSaved={() => setRenaming(false)}
        />
      </Card>
      {imported !== undefined && (
        <ImportDialog
          name={name}
          text={imported}
          onClose={() => setImported(undefined)}
          onTake={text => {
            setImported(undefined);
            form.change(withEnvFile(form.draft.value, text));
          }}
        />
      )}
    </section>
  );
}

interface EnvironmentFieldsProps {
  environment: ListedEnvironment;
  form: ReturnType<typeof useEnvironmentForm>;
  isRenaming: boolean;
  onSaved(): void;
}

function EnvironmentFields({ environment, form, isRenaming, onSaved }: EnvironmentFieldsProps) {
  const { draft, work, faults, change, save } = form;
  const { name } = environment;
  const at = fieldOf(work, draft.value);
  return (
    <SettingsForm
      label={`Environment ${name}`}
      form={{ draft, work, save: () => save(onSaved) }}
      isShownAtField={at !== undefined}
    >
      {(isRenaming || draft.value.name !== name) && (
        <TextInput
          label="New name"
          value={draft.value.name}
          onChange={event => change({ ...draft.value, name: event.currentTarget.value })}
          error={at === 'name' ? work.problem?.message : undefined}
          autoFocus={isRenaming}
          autoComplete="off"
        />
      )}
      <Items environment={environment} draft={draft.value} faults={faults} at={at} work={work} onChange={change} />
    </SettingsForm>
  );
}

function fieldOf({ problem }: Work, draft: EnvironmentDraft): 'name' | Item | undefined {
  if (problem?.field === 'name') return 'name';
  const [, index] = /^items\[(\d+)\]/.exec(problem?.field ?? '') ?? [];
  return index === undefined ? undefined : filledItems(draft)[Number(index)];
}

interface ItemsProps {
  environment: ListedEnvironment;
  draft: EnvironmentDraft;
  faults: ReadonlyMap<number, string>;
  at: 'name' | Item | undefined;
  work: Work;
  onChange(draft: EnvironmentDraft): void;
}

function Items({ environment, draft, faults, at, work, onChange }: ItemsProps) {
  const table = useRef<HTMLTableElement>(null);
  const rows = withBlank(draft.items);
  const faultAt = (item: Item, part: string) =>
    at !== 'name' && at?.id === item.id && work.problem?.field?.endsWith(part) ? work.problem.message : undefined;
  return (
    <table ref={table} className={classes.table} aria-label={`Values of ${environment.name}`}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Value</th>
          <th scope="col">Secret</th>
          <th scope="col">App</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {rows.map((item, index) => (
          <ItemRow
            key={item.id}
            item={item}
            isKept={keptSecret(environment, item) !== undefined}
            isBlank={index === rows.length - 1}
            nameFault={faults.get(item.id) ?? faultAt(item, '.name')}
            valueFault={faultAt(item, '.value')}
            onChange={changed => onChange(withItem(draft, changed))}
            onRemove={() => {
              onChange(withoutItem(draft, item.id));
              focusRow(table, rows[index + 1]?.id);
            }}
          />
        ))}
      </tbody>
    </table>
  );
}

function focusRow(table: RefObject<HTMLTableElement | null>, id: number | undefined): void {
  table.current?.querySelector<HTMLElement>(`[data-item="${id}"]`)?.focus();
}

interface ActionsProps {
  environment: ListedEnvironment;
  onRename(): void;
  onImport(): void;
  onChanged(): void;
}

function Actions({ environment, onRename, onImport, onChanged }: ActionsProps) {
  const ide = useIde();
  const { environmentCode, name, items } = environment;
  const remove = () =>
    attempt('Delete the environment', async () => {
      await ide.editing.change('deleteEnvironment', { environmentCode });
      onChanged();
      showUndo(`Environment “${name}” deleted`, () => void takeBack(ide));
    });
  return (
    <div className="flex wrap gap-sm">
      <Button size="compact-xs" variant="default" onClick={onRename}>
        Rename
      </Button>
      <Button size="compact-xs" variant="default" aria-label={`Import .env into ${name}`} onClick={onImport}>
        Import .env
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Export ${name}`}
        // File names must not have path separators.
        onClick={() => saveText(writeEnv(items), `${name}.env`.replace(/[/\\:]/g, '_'))}
      >
        Export
      </Button>
      <Button size="compact-xs" variant="default" aria-label={`Delete ${name}`} onClick={() => void remove()}>
        <Text span inherit c="var(--st-failed)">
          Delete
        </Text>
      </Button>
    </div>
  );
}
