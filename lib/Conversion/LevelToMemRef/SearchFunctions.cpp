//===- SearchFunctions.cpp - Searching ordered arrays -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits binary and exponential search.
//
//===----------------------------------------------------------------------===//

#include "SearchFunctions.h"

#include "GrowthFunctions.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Support/KernelFunctions.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace weft {

Value emitBinarySearch(ImplicitLocOpBuilder &b, Value array, Value begin,
                       Value end, Value coordinate) {
  Type index = b.getIndexType();
  // Positions before `low` have smaller coordinates, those from `high` on not.
  auto loop =
      scf::WhileOp::create(b, TypeRange{index, index}, ValueRange{begin, end});
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Location> locs(2, b.getLoc());
  SmallVector<Type> types(2, index);

  Block *before = b.createBlock(&loop.getBefore(), {}, types, locs);
  Value proceed = emitCompare(b, arith::CmpIPredicate::slt,
                              before->getArgument(0), before->getArgument(1));
  scf::ConditionOp::create(b, proceed, before->getArguments());

  Block *after = b.createBlock(&loop.getAfter(), {}, types, locs);
  Value low = after->getArgument(0), high = after->getArgument(1);
  Value width = arith::SubIOp::create(b, high, low);
  Value half = arith::ShRUIOp::create(b, width, emitIndex(b, 1));
  Value middle = arith::AddIOp::create(b, low, half);
  Value isSmaller = emitCompare(b, arith::CmpIPredicate::slt,
                                emitLoadIndex(b, array, middle), coordinate);
  Value above = arith::AddIOp::create(b, middle, emitIndex(b, 1));
  Value nextLow = arith::SelectOp::create(b, isSmaller, above, low);
  Value nextHigh = arith::SelectOp::create(b, isSmaller, high, middle);
  scf::YieldOp::create(b, ValueRange{nextLow, nextHigh});
  return loop.getResult(0);
}

Value emitGallop(ImplicitLocOpBuilder &b, Value array, Value begin, Value end,
                 Value coordinate) {
  Type index = b.getIndexType();
  SmallVector<Type> types(3, index);
  SmallVector<Location> locs(3, b.getLoc());
  // Positions before `low` have smaller coordinates. Steps of double length, as
  // long as they do not reach the coordinate.
  auto steps =
      scf::WhileOp::create(b, types, ValueRange{begin, begin, emitIndex(b, 1)});
  {
    OpBuilder::InsertionGuard guard(b);
    Block *before = b.createBlock(&steps.getBefore(), {}, types, locs);
    Value probe = before->getArgument(1);
    Value inside = emitCompare(b, arith::CmpIPredicate::ult, probe, end);
    auto isBefore =
        scf::IfOp::create(b, b.getI1Type(), inside, /*withElseRegion=*/true);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(isBefore.thenBlock());
      scf::YieldOp::create(b, emitCompare(b, arith::CmpIPredicate::slt,
                                          emitLoadIndex(b, array, probe),
                                          coordinate));
      b.setInsertionPointToStart(isBefore.elseBlock());
      scf::YieldOp::create(b, inside);
    }
    scf::ConditionOp::create(b, isBefore.getResult(0), before->getArguments());

    Block *after = b.createBlock(&steps.getAfter(), {}, types, locs);
    Value step = after->getArgument(2);
    Value low =
        arith::AddIOp::create(b, after->getArgument(1), emitIndex(b, 1));
    Value next = arith::AddIOp::create(b, after->getArgument(1), step);
    scf::YieldOp::create(
        b, ValueRange{low, next, arith::AddIOp::create(b, step, step)});
  }
  Value high = arith::MinUIOp::create(b, steps.getResult(1), end);
  return emitBinarySearch(b, array, steps.getResult(0), high, coordinate);
}

static std::string getGallopName(Type elementType) {
  std::string name = kGallopPrefix.str();
  llvm::raw_string_ostream(name) << elementType;
  return name;
}

static FunctionType getGallopType(Type elementType) {
  Type index = IndexType::get(elementType.getContext());
  return FunctionType::get(elementType.getContext(),
                           {getArrayType(elementType), index, index, index},
                           index);
}

bool isGallopFunction(func::FuncOp function) {
  FunctionType type = function.getFunctionType();
  auto array = type.getNumInputs() == 0
                   ? MemRefType()
                   : dyn_cast<MemRefType>(type.getInput(0));
  return array && !function.isDeclaration() &&
         type == getGallopType(array.getElementType()) &&
         function.getName() == getGallopName(array.getElementType());
}

func::FuncOp getGallopFunction(ImplicitLocOpBuilder &b, Type elementType) {
  func::FuncOp function = getOrDeclareFunction(
      b, getModule(b), getGallopName(elementType), getGallopType(elementType));
  if (!function.isDeclaration())
    return function;
  OpBuilder::InsertionGuard guard(b);
  Block *body = startColdFunction(b, function);
  func::ReturnOp::create(
      b, emitGallop(b, body->getArgument(0), body->getArgument(1),
                    body->getArgument(2), body->getArgument(3)));
  return function;
}

} // namespace weft
