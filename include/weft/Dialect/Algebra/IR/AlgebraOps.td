//===- AlgebraOps.td - Operators that users define ---------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Definitions and uses of operators.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_ALGEBRA_IR_ALGEBRAOPS_TD
#define WEFT_DIALECT_ALGEBRA_IR_ALGEBRAOPS_TD

include "weft/Dialect/Algebra/IR/AlgebraDialect.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Algebra_Op<string mnemonic, list<Trait> traits = []>
    : Op<Algebra_Dialect, mnemonic, traits>;

def Algebra_Scalar : AnyTypeOf<[AnySignlessInteger, AnyFloat, AnyComplex],
                               "a scalar">;

//===----------------------------------------------------------------------===//
// OperatorOp
//===----------------------------------------------------------------------===//

def Algebra_OperatorOp : Algebra_Op<"operator", [
    IsolatedFromAbove, FunctionOpInterface]> {
  let summary = "A scalar operator and its algebra";
  let description = [{
    A function of scalars, whose body is one block of operations that have no
    side effects and are defined for all values. What is declared of it holds
    for all values, of floating-point numbers up to rounding:

    - `algebra.annihilator = V` on a parameter: the result is always the same
      where this operand is `V`. (As for the zero of a product, infinities and
      NaN as the other operands are none that count.)
    - `identity = V` of a binary operator: `f(V, x) = f(x, V) = x`.
    - `associative`: `f(f(x, y), z) = f(x, f(y, z))`; only such an operator
      reduces.
    - `commutative`: `f(x, y) = f(y, x)`.
    - `idempotent`: `f(x, x) = x`.

    `weft-check-operators` refuses declarations that are wrong for some small
    numbers.

    ```mlir
    algebra.operator @clipped_product(
        %x: f64 {algebra.annihilator = 0.0 : f64},
        %y: f64 {algebra.annihilator = 0.0 : f64}) -> f64
        attributes {commutative} {
      %one = arith.constant 1.0 : f64
      %p = arith.mulf %x, %y : f64
      %r = arith.minimumf %p, %one : f64
      algebra.yield %r : f64
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       TypeAttrOf<FunctionType>:$function_type,
                       UnitAttr:$associative, UnitAttr:$commutative,
                       UnitAttr:$idempotent, OptionalAttr<AnyAttr>:$identity,
                       OptionalAttr<StrAttr>:$sym_visibility,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region AnyRegion:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// The attribute of a parameter with the value that annihilates.
    static constexpr ::llvm::StringLiteral getAnnihilatorAttrName() {
      return ::llvm::StringLiteral("algebra.annihilator");
    }

    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() {
      return getFunctionType().getInputs();
    }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() {
      return getFunctionType().getResults();
    }
    ::mlir::Region *getCallableRegion() { return &getBody(); }
    ::mlir::Type getResultType() { return getResultTypes().front(); }

    /// Whether it takes two values of the type that it gives.
    bool isBinary();

    /// The value of an operand that annihilates; null if none is declared.
    ::mlir::Attribute getAnnihilator(unsigned operand) {
      return getArgAttr(operand, getAnnihilatorAttrName());
    }
  }];
}

//===----------------------------------------------------------------------===//
// ApplyOp and YieldOp
//===----------------------------------------------------------------------===//

def Algebra_ApplyOp : Algebra_Op<"apply", [
    Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "The value of an operator";
  let description = [{
    ```mlir
    %z = algebra.apply @clipped_product(%x, %y) : (f64, f64) -> f64
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee,
                       Variadic<Algebra_Scalar>:$arguments);
  let results = (outs Algebra_Scalar:$result);
  let assemblyFormat = [{
    $callee `(` $arguments `)` attr-dict `:`
    functional-type($arguments, $result)
  }];
  let extraClassDeclaration = [{
    /// The definition; null if the symbol is not that of an operator.
    OperatorOp getOperator();
  }];
}

def Algebra_YieldOp : Algebra_Op<"yield", [
    Pure, Terminator, ReturnLike, HasParent<"OperatorOp">]> {
  let summary = "Ends an operator with its value";
  let description = [{
    ```mlir
    algebra.yield %r : f64
    ```
  }];
  let arguments = (ins Algebra_Scalar:$value);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

#endif // WEFT_DIALECT_ALGEBRA_IR_ALGEBRAOPS_TD
