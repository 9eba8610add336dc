//===- AlgebraDialect.td - The algebra dialect -------------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect of scalar operators that users define, with the algebra that they
// declare for them (thesis, section 3.2, where addition and multiplication are
// all there is).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_ALGEBRA_IR_ALGEBRADIALECT_TD
#define WEFT_DIALECT_ALGEBRA_IR_ALGEBRADIALECT_TD

include "mlir/IR/OpBase.td"

def Algebra_Dialect : Dialect {
  let name = "algebra";
  let cppNamespace = "::weft::algebra";
  let summary = "Scalar operators with a declared algebra";
  let description = [{
    `algebra.operator` defines a function of scalars and declares what is known
    of it: which values of its operands annihilate, what its identity is, and
    whether it is associative, commutative or idempotent. `algebra.apply` is its
    use in an expression of any dialect. From the declarations follows where an
    expression is evaluated, as it does for the operations of `arith`; an
    operator that declares nothing is evaluated everywhere. The body takes the
    place of its uses when loops have been made of the expression.
  }];
  let dependentDialects = ["::weft::level::LevelDialect"];
}

#endif // WEFT_DIALECT_ALGEBRA_IR_ALGEBRADIALECT_TD
