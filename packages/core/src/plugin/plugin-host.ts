import type { Container } from 'inversify';
import { createContainer } from '../container/create-container.js';
import { PluginError } from '../errors/chain-error.js';
import type { TypeBuilder } from '../build/builder.js';
import type { ReviewerStrategy } from '../review/reviewer-strategy.js';
import type { AnyPlugin, Provided } from './change-plugin.js';
import { assertPlugin } from './plugin-shape.js';
import { assertReplaceable, tokenName } from './replaceable-ports.js';
import { assertStrategies } from './strategy-shape.js';

/** Where a plugin came from, for messages and for `tec plugins`. */
export interface PluginOrigin {
  readonly package: string;
  readonly version: string;
  /** A path, a package name, or `object`. */
  readonly from: string;
}

export interface LoadedPlugin {
  readonly plugin: AnyPlugin;
  readonly origin: PluginOrigin;
  readonly builder: TypeBuilder<unknown>;
  readonly reviewer: ReviewerStrategy<unknown>;
}

const isClass = <T>(provided: Provided<T>): provided is Extract<Provided<T>, new (...args: never[]) => T> =>
  typeof provided === 'function';

/** Checks, binds and looks up plugins. Refuses a bad shape, a type taken twice and a port replaced twice. */
export class PluginHost {
  private readonly loaded = new Map<string, LoadedPlugin>();
  private readonly replaced = new Map<unknown, string>();

  constructor(private readonly container: Container) {}

  add(candidate: unknown, origin?: Partial<PluginOrigin>): LoadedPlugin {
    const name = origin?.package ?? (candidate as { name?: string } | null)?.name ?? '(without a name)';
    const plugin = assertPlugin(candidate, name);
    const taken = this.loaded.get(plugin.type);
    if (taken) {
      throw new PluginError(
        'plugin/duplicate-type',
        `Two plugins claim the type ${plugin.type}: ${taken.origin.package} and ${name}`,
        {
          field: 'type',
          remedy: 'Load only one of them',
        },
      );
    }
    const child = createContainer(this.container);
    this.bindServices(plugin, name, child);
    const entry: LoadedPlugin = {
      plugin,
      origin: { package: name, version: origin?.version ?? plugin.version ?? '0.0.0', from: origin?.from ?? 'object' },
      builder: this.provide(child, plugin.builder as Provided<TypeBuilder<unknown>>, name, 'builder'),
      reviewer: this.provide(
        child,
        plugin.reviewer as unknown as Provided<ReviewerStrategy<unknown>>,
        name,
        'reviewer',
      ),
    };
    assertStrategies(entry, name);
    this.loaded.set(plugin.type, entry);
    return entry;
  }

  get(type: string): LoadedPlugin | undefined {
    return this.loaded.get(type);
  }

  /** Sorted by type, so that the order of loading changes nothing. */
  list(): readonly LoadedPlugin[] {
    return [...this.loaded.values()].sort((a, b) => (a.plugin.type < b.plugin.type ? -1 : 1));
  }

  private bindServices(plugin: AnyPlugin, name: string, child: Container): void {
    for (const { token, use, replaces } of plugin.bindings ?? []) {
      if (replaces) {
        assertReplaceable(token, name);
        const other = this.replaced.get(token);
        if (other !== undefined) {
          throw new PluginError('plugin/double-binding', `${other} and ${name} both replace ${tokenName(token)}`, {
            field: 'bindings',
            remedy: 'Load only one of them, or remove one of the bindings',
          });
        }
        this.replaced.set(token, name);
        if (this.container.isBound(token)) this.container.unbindSync(token);
      }
      const target = (replaces ? this.container : child).bind(token);
      if ('class' in use) target.to(use.class);
      else target.toConstantValue(use.value);
    }
  }

  private provide<T>(child: Container, provided: Provided<T>, name: string, field: string): T {
    if (!isClass(provided)) return provided;
    try {
      child.bind(provided).toSelf();
      return child.get<T>(provided);
    } catch (cause) {
      throw new PluginError(
        'plugin/invalid',
        `The ${field} of ${name} cannot be built: ${(cause as Error).message.split('\n')[0] ?? ''}`,
        {
          field,
          remedy: 'Write @injectable() on the class and @inject(TOKEN) on every constructor parameter',
          cause,
        },
      );
    }
  }
}
