//===- OperatorAlgebraInterface.td - Algebra of operators --*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a scalar operator means for sparsity: how it treats operands that are
// their fill value. It takes the place of an operator table in the compiler, so
// that operations of any dialect enter expressions (thesis, section 3.2 and
// chapter 4, where only addition and multiplication are distinguished).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_ANALYSIS_OPERATORALGEBRAINTERFACE_TD
#define WEFT_ANALYSIS_OPERATORALGEBRAINTERFACE_TD

include "mlir/IR/OpBase.td"

def OperatorAlgebraInterface : OpInterface<"OperatorAlgebraInterface"> {
  let cppNamespace = "::weft";
  let description = [{
    Algebraic properties of one operation with one result. Properties are asked
    of the operation, not of its name: attributes and constant operands may
    matter.

    A fill is the value that an operand has wherever it is absent, or null for
    an operand that is never absent or whose fill is not known. Scalars are
    attributes as the operations' constants hold them; a complex number is an
    array of two floats.

    Every method has a default that says nothing. An operator that says nothing
    is evaluated everywhere, which is correct.
  }];
  let methods = [
    InterfaceMethod<[{
        The value of the result wherever every operand that has a fill is
        absent, whatever the operands without fill are. Null if there is no such
        value or it is not known. It is evaluated by folding unless an operator
        knows better.
      }], "::mlir::Attribute", "getResultFill",
      (ins "::llvm::ArrayRef<::mlir::Attribute>":$fills), "",
      [{ return ::weft::evaluate($_op, fills); }]>,
    InterfaceMethod<[{
        What the absence of an operand does to the result.
      }], "::weft::FillEffect", "getFillEffect",
      (ins "unsigned":$operand, "::llvm::ArrayRef<::mlir::Attribute>":$fills),
      "", [{ return ::weft::FillEffect::Neither; }]>,
    InterfaceMethod<[{
        Whether `op(op(a, b), c) = op(a, op(b, c))`; of floating-point
        operators, up to rounding.
      }], "bool", "isAssociative", (ins), "", [{ return false; }]>,
    InterfaceMethod<[{
        Whether `op(a, b) = op(b, a)`.
      }], "bool", "isCommutative", (ins), "", [{ return false; }]>,
    InterfaceMethod<[{
        Whether `op(a, a) = a`.
      }], "bool", "isIdempotent", (ins), "", [{ return false; }]>,
    InterfaceMethod<[{
        Whether the operation distributes over another one in an operand:
        `op(.., other(a, b), ..) = other(op(.., a, ..), op(.., b, ..))`; of
        floating-point operators, up to rounding.
      }], "bool", "distributesOver",
      (ins "unsigned":$operand, "::mlir::Operation *":$other), "",
      [{ return false; }]>,
    InterfaceMethod<[{
        The value `e` with `op(e, a) = op(a, e) = a`; null if there is none.
      }], "::mlir::Attribute", "getIdentity", (ins), "",
      [{ return ::mlir::Attribute(); }]>,
    InterfaceMethod<[{
        The value `z` with `op(z, a) = op(a, z) = z`; null if there is none.
      }], "::mlir::Attribute", "getAnnihilator", (ins), "",
      [{ return ::mlir::Attribute(); }]>
  ];
}

#endif // WEFT_ANALYSIS_OPERATORALGEBRAINTERFACE_TD
