'use strict';
// Start and end of the tests of node:test. Its reporter hears of them later; the tests themselves are async resources,
// and what they run comes through a method that every such resource has.

const { AsyncResource } = require('node:async_hooks');

const { apply } = Reflect;

exports.watchNodeTests = function watchNodeTests({ windows, main }) {
  const { prototype } = AsyncResource;
  const { runInAsyncScope } = prototype;
  prototype.runInAsyncScope = function (...args) {
    const owner = testPrototype(this);
    if (owner !== undefined) {
      prototype.runInAsyncScope = runInAsyncScope;
      watchRuns(owner, windows, main);
      if (isTest(this)) windows.begin(this, main, titlesOf(this), true);
    }
    return apply(runInAsyncScope, this, args);
  };
};

/** Where `run` and `postRun` of tests, suites and hooks are, of which tests are the most general. */
function testPrototype(resource) {
  if (resource.constructor === AsyncResource) return undefined;
  for (let at = Object.getPrototypeOf(resource); at !== null && at !== AsyncResource.prototype;) {
    const next = Object.getPrototypeOf(at);
    if (next === AsyncResource.prototype)
      return Object.hasOwn(at, 'run') && Object.hasOwn(at, 'postRun') && 'nesting' in resource ? at : undefined;
    at = next;
  }
  return undefined;
}

function watchRuns(owner, windows, main) {
  const { run, postRun } = owner;
  owner.run = function (...args) {
    if (isTest(this)) windows.begin(this, main, titlesOf(this), true);
    return apply(run, this, args);
  };
  owner.postRun = function (...args) {
    // First: the next test is started from inside of it.
    windows.end(this);
    return apply(postRun, this, args);
  };
}

const isTest = (resource) => resource.constructor?.name === 'Test' && resource.parent !== null;

function titlesOf(test) {
  const titles = [];
  for (let at = test; at !== null && at !== undefined && at.parent !== null; at = at.parent) titles.unshift(at.name);
  return titles;
}
