export { generate } from '@babel/generator';
