// Property tests use one seed, so that a run on one machine says the same as on another. FC_SEED=N explores others;
// a counterexample that is found that way goes into the `examples` of its property.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_130) });
