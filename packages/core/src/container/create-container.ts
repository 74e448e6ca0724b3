import 'reflect-metadata';
import { Container } from 'inversify';

/** One container for each chain. Singletons, set once here: inversify's own default is a new instance each time. */
export function createContainer(parent?: Container): Container {
  return new Container({ defaultScope: 'Singleton', ...(parent ? { parent } : {}) });
}
