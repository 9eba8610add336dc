//===- Buffers.cpp - Growing arrays in emitted code -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits arrays of indices, checked sizes and memory. The growth of arrays is in
// GrowthFunctions.cpp.
//
//===----------------------------------------------------------------------===//

#include "weft/Conversion/LevelToMemRef/Buffers.h"

#include "GrowthFunctions.h"

#include "weft/Runtime/TensorABI.h"
#include "weft/Support/KernelFunctions.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;

namespace weft {

MemRefType getArrayType(Type elementType) {
  return MemRefType::get({ShapedType::kDynamic}, elementType);
}

int64_t getElementBytes(Type elementType) {
  if (auto complex = dyn_cast<ComplexType>(elementType))
    return 2 * getElementBytes(complex.getElementType());
  if (elementType.isIndex())
    return 8;
  return llvm::PowerOf2Ceil(
      llvm::divideCeil(elementType.getIntOrFloatBitWidth(), 8));
}

int64_t getMaxSigned(IntegerType type) {
  return static_cast<int64_t>(
      APInt::getSignedMaxValue(type.getWidth()).getZExtValue());
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

Value emitIndex(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}

Value emitCompare(ImplicitLocOpBuilder &b, arith::CmpIPredicate predicate,
                  Value lhs, Value rhs) {
  return arith::CmpIOp::create(b, predicate, lhs, rhs);
}

Value emitLoadIndex(ImplicitLocOpBuilder &b, Value array, Value position) {
  Value element = memref::LoadOp::create(b, array, position);
  return arith::IndexCastOp::create(b, b.getIndexType(), element);
}

void emitStoreIndex(ImplicitLocOpBuilder &b, Value index, Value array,
                    Value position) {
  Type type = cast<MemRefType>(array.getType()).getElementType();
  Value element = arith::IndexCastOp::create(b, type, index);
  memref::StoreOp::create(b, element, array, position);
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// The declaration of the function that ends a kernel.
static func::FuncOp getFailFunction(ImplicitLocOpBuilder &b) {
  auto fail = getRuntimeFunction<func::FuncOp>(b, getModule(b), "weft_rt_fail");
  fail->setAttr("passthrough", b.getStrArrayAttr({"cold", "noreturn"}));
  return fail;
}

void emitFailIf(ImplicitLocOpBuilder &b, Value condition, int64_t status,
                ValueRange details) {
  func::FuncOp fail = getFailFunction(b);
  auto ifOp = scf::IfOp::create(b, condition, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.thenBlock());
  SmallVector<Value> arguments{
      arith::ConstantOp::create(b, b.getI64IntegerAttr(status))};
  for (Value detail : details)
    arguments.push_back(arith::IndexCastOp::create(b, b.getI64Type(), detail));
  while (arguments.size() < fail.getNumArguments())
    arguments.push_back(arith::ConstantOp::create(b, b.getI64IntegerAttr(0)));
  func::CallOp::create(b, fail, arguments);
}

void emitFailUnless(ImplicitLocOpBuilder &b, Value condition, int64_t status) {
  Value yes = arith::ConstantOp::create(b, b.getBoolAttr(true));
  emitFailIf(b, arith::XOrIOp::create(b, condition, yes), status);
}

Value emitCheckedMul(ImplicitLocOpBuilder &b, Value lhs, Value rhs) {
  std::optional<int64_t> constant = getConstantIntValue(lhs);
  if (constant == 1)
    return rhs;
  // lhs * rhs fits if lhs <= max / rhs; a factor of zero always fits.
  Value divisor = arith::MaxUIOp::create(b, rhs, emitIndex(b, 1));
  Value largest = emitIndex(b, std::numeric_limits<int64_t>::max());
  Value quotient = arith::DivUIOp::create(b, largest, divisor);
  emitFailIf(b, emitCompare(b, arith::CmpIPredicate::ugt, lhs, quotient),
             WEFT_RT_SIZE_OVERFLOW);
  return arith::MulIOp::create(b, lhs, rhs);
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

Value emitLength(ImplicitLocOpBuilder &b, Value array) {
  return memref::DimOp::create(b, array, emitIndex(b, 0));
}

Value emitAddress(ImplicitLocOpBuilder &b, Value array) {
  Value address = memref::ExtractAlignedPointerAsIndexOp::create(b, array);
  return arith::IndexCastOp::create(b, b.getI64Type(), address);
}

Value emitInitialEntries(ImplicitLocOpBuilder &b, Value room) {
  Value least = emitIndex(b, kInitialEntries);
  return room ? arith::MaxSIOp::create(b, room, least).getResult() : least;
}

/// Whether a number is computed in a way that it is in a range.
static bool isBetween(int64_t least, Value number, int64_t most) {
  if (std::optional<int64_t> known = getConstantIntValue(number))
    return least <= *known && *known <= most;
  constexpr int64_t first = std::numeric_limits<int64_t>::min();
  constexpr int64_t last = std::numeric_limits<int64_t>::max();
  auto min = number.getDefiningOp<arith::MinSIOp>();
  auto max = number.getDefiningOp<arith::MaxSIOp>();
  if (min)
    return isBetween(least, min.getLhs(), last) &&
           isBetween(least, min.getRhs(), last) &&
           (isBetween(first, min.getLhs(), most) ||
            isBetween(first, min.getRhs(), most));
  if (max)
    return isBetween(first, max.getLhs(), most) &&
           isBetween(first, max.getRhs(), most) &&
           (isBetween(least, max.getLhs(), last) ||
            isBetween(least, max.getRhs(), last));
  return least == first && most == last;
}

Value emitAlloc(ImplicitLocOpBuilder &b, Type elementType, Value length) {
  if (!isBetween(0, length, getMaxLength(elementType))) {
    Value largest = emitIndex(b, getMaxLength(elementType));
    emitFailIf(b, emitCompare(b, arith::CmpIPredicate::ugt, length, largest),
               WEFT_RT_SIZE_OVERFLOW);
  }
  return memref::AllocOp::create(b, getArrayType(elementType), length);
}

Value emitFilled(ImplicitLocOpBuilder &b, Value length, Value fill) {
  Value array = emitAlloc(b, fill.getType(), length);
  emitFill(b, array, emitIndex(b, 0), length, fill);
  return array;
}

Value emitCopy(ImplicitLocOpBuilder &b, Value array) {
  auto type = cast<MemRefType>(array.getType());
  Value length = emitLength(b, array);
  Value copy =
      memref::AllocOp::create(b, getArrayType(type.getElementType()), length);
  if (type.getLayout().isIdentity()) {
    memref::CopyOp::create(b, array, copy);
    return copy;
  }
  auto loop = scf::ForOp::create(b, emitIndex(b, 0), length, emitIndex(b, 1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value position = loop.getInductionVar();
  memref::StoreOp::create(
      b, memref::LoadOp::create(b, array, position).getResult(), copy,
      position);
  return copy;
}

void emitCopyRange(ImplicitLocOpBuilder &b, Value from, Value fromBegin,
                   Value to, Value toBegin, Value count) {
  auto loop = scf::ForOp::create(b, emitIndex(b, 0), count, emitIndex(b, 1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value number = loop.getInductionVar();
  Value source = arith::AddIOp::create(b, fromBegin, number);
  Value target = arith::AddIOp::create(b, toBegin, number);
  Value element = memref::LoadOp::create(b, from, source);
  memref::StoreOp::create(b, element, to, target);
}

void emitFree(ImplicitLocOpBuilder &b, Value array) {
  memref::DeallocOp::create(b, array);
}

Value emitPrefix(ImplicitLocOpBuilder &b, Value array, Value length) {
  return memref::ReinterpretCastOp::create(
      b, cast<MemRefType>(array.getType()), array,
      /*offset=*/OpFoldResult(b.getIndexAttr(0)),
      /*sizes=*/ArrayRef<OpFoldResult>{length},
      /*strides=*/ArrayRef<OpFoldResult>{b.getIndexAttr(1)});
}

Value emitEnsureLength(ImplicitLocOpBuilder &b, Value array, Value needed,
                       int64_t limit, Value fill) {
  auto type = cast<MemRefType>(array.getType());
  func::FuncOp grow = getGrowthFunction(b, type.getElementType(), bool(fill));
  Value full =
      emitCompare(b, arith::CmpIPredicate::slt, emitLength(b, array), needed);
  auto ifOp = scf::IfOp::create(b, TypeRange(type), full,
                                /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.thenBlock());
  SmallVector<Value> arguments{array, needed, emitIndex(b, limit)};
  if (fill)
    arguments.push_back(fill);
  Value grown = func::CallOp::create(b, grow, arguments).getResult(0);
  // The view says that the offset is zero and the stride one, which the type of
  // a call's result does not say to the backend.
  scf::YieldOp::create(b, emitPrefix(b, grown, emitLength(b, grown)));
  b.setInsertionPointToStart(ifOp.elseBlock());
  scf::YieldOp::create(b, array);
  return ifOp.getResult(0);
}

Value emitEnsureLength(ImplicitLocOpBuilder &b, Value array, Value needed,
                       Value fill) {
  return emitEnsureLength(b, array, needed, kUnlimited, fill);
}

void emitEnsureLengths(ImplicitLocOpBuilder &b, ArrayRef<Value *> arrays,
                       ValueRange needed) {
  Value anyFull, longest, most;
  for (auto [array, end] : llvm::zip_equal(arrays, needed)) {
    Value length = emitLength(b, *array);
    Value full = emitCompare(b, arith::CmpIPredicate::slt, length, end);
    anyFull = anyFull ? arith::OrIOp::create(b, anyFull, full) : full;
  }
  if (!anyFull)
    return;
  auto ifOp = scf::IfOp::create(
      b,
      llvm::map_to_vector(arrays,
                          [](Value *array) { return array->getType(); }),
      anyFull, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.thenBlock());
  for (auto [array, end] : llvm::zip_equal(arrays, needed)) {
    Value length = emitLength(b, *array);
    longest = longest ? arith::MaxSIOp::create(b, longest, length) : length;
    most = most ? arith::MaxSIOp::create(b, most, end) : end;
  }
  // Arrays that have had one length keep it in common, which LLVM can see, and
  // that is what is left of the check.
  Value capacity = arith::MaxSIOp::create(
      b, most, arith::AddIOp::create(b, longest, longest));
  SmallVector<Value> grown, kept;
  for (Value *array : arrays) {
    auto type = cast<MemRefType>((*array).getType());
    func::FuncOp grow = getGrowthFunction(b, type.getElementType(), false);
    Value limit = emitIndex(b, kUnlimited);
    Value longer =
        func::CallOp::create(b, grow, ValueRange{*array, capacity, limit})
            .getResult(0);
    grown.push_back(emitPrefix(b, longer, capacity));
    kept.push_back(*array);
  }
  scf::YieldOp::create(b, grown);
  b.setInsertionPointToStart(ifOp.elseBlock());
  scf::YieldOp::create(b, kept);
  for (auto [array, result] : llvm::zip_equal(arrays, ifOp.getResults()))
    *array = result;
}

} // namespace weft
