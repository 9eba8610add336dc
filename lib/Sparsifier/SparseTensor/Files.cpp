//===- Files.cpp - Tensors of files -----------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts `sparse_tensor.new` and `out`. The runtime reads and writes lists of
// coordinates (weft/Runtime/ModuleABI.h), which are copied from and into other
// formats.
//
//===----------------------------------------------------------------------===//

#include "Storage.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace weft;
using namespace weft::sparsifier;

namespace {
/// Converts the operations on files of one module.
class FileConverter {
public:
  explicit FileConverter(ModuleOp module)
      : module(module), builder(module.getContext()),
        pointer(LLVM::LLVMPointerType::get(module.getContext())) {}

  LogicalResult convert(sparse_tensor::NewOp op);
  LogicalResult convert(sparse_tensor::OutOp op);

private:
  /// Checks that a tensor can be in a file, whose name is of type `name`.
  LogicalResult verify(Operation *op, RankedTensorType type, Type name);
  /// Calls a function of the runtime.
  ValueRange call(Location loc, StringRef name, TypeRange results,
                  ValueRange operands);
  Value emitNumber(Location loc, int64_t number) {
    return arith::ConstantIntOp::create(builder, loc, number, 64);
  }
  /// Emits the name of the type of components.
  FailureOr<Value> emitTypeName(Operation *op, Type type);
  /// Emits an array of what was read.
  Value emitTakenArray(Location loc, Value handle, int64_t number,
                       MemRefType type);

  ModuleOp module;
  OpBuilder builder;
  Type pointer;
};
} // namespace

LogicalResult FileConverter::verify(Operation *op, RankedTensorType type,
                                    Type name) {
  if (name != pointer)
    return op->emitOpError("expected the name of a file as '!llvm.ptr', got ")
           << name;
  if (!level::getFormat(type))
    return op->emitOpError("cannot be converted: ")
           << level::describeMissingFormat(type);
  if (type.getRank() == 0)
    return op->emitOpError(
        "cannot be converted: a tensor of order 0 is in no file");
  return success();
}

ValueRange FileConverter::call(Location loc, StringRef name, TypeRange results,
                               ValueRange operands) {
  auto function = module.lookupSymbol<func::FuncOp>(name);
  if (!function) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    function = func::FuncOp::create(
        builder, loc, name,
        builder.getFunctionType(operands.getTypes(), results));
    function.setPrivate();
    // Arrays are returned as upstream's C interface has them.
    if (llvm::any_of(results, [](Type type) { return isa<MemRefType>(type); }))
      function->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                        builder.getUnitAttr());
  }
  return func::CallOp::create(builder, loc, function, operands).getResults();
}

FailureOr<Value> FileConverter::emitTypeName(Operation *op, Type type) {
  std::string name;
  llvm::raw_string_ostream os(name);
  os << type;
  if (!type.isInteger(1) && !type.isIntOrFloat() && !isa<ComplexType>(type))
    return op->emitOpError("no file has components of type ") << type;
  if (type.isInteger(1))
    name = "bool";
  std::string symbol = "weft_type_" + name;
  for (char &c : symbol)
    if (!isalnum(c))
      c = '_';
  name.push_back('\0');
  if (auto global = module.lookupSymbol<LLVM::GlobalOp>(symbol))
    return LLVM::AddressOfOp::create(builder, op->getLoc(), global).getResult();
  return LLVM::createGlobalString(op->getLoc(), builder, symbol, name,
                                  LLVM::Linkage::Private);
}

Value FileConverter::emitTakenArray(Location loc, Value handle, int64_t number,
                                    MemRefType type) {
  auto bytes = MemRefType::get({ShapedType::kDynamic}, builder.getI8Type());
  Value array =
      call(loc, "weft_rt_take_array", bytes, {handle, emitNumber(loc, number)})
          .front();
  Value length = call(loc, "weft_rt_array_length", builder.getI64Type(),
                      {handle, emitNumber(loc, number)})
                     .front();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  length =
      arith::IndexCastOp::create(builder, loc, builder.getIndexType(), length);
  return memref::ViewOp::create(builder, loc, type, array, zero, length);
}

LogicalResult FileConverter::convert(sparse_tensor::NewOp op) {
  auto type = cast<RankedTensorType>(op.getType());
  if (failed(verify(op, type, op.getSource().getType())))
    return failure();
  Location loc = op.getLoc();
  builder.setInsertionPoint(op);
  FailureOr<Value> typeName = emitTypeName(op, type.getElementType());
  if (failed(typeName))
    return failure();
  Value handle =
      call(loc, "weft_rt_read", pointer,
           {op.getSource(), *typeName, emitNumber(loc, type.getRank())})
          .front();
  SmallVector<Value> sizes, arrays;
  for (int64_t mode : llvm::seq(type.getRank())) {
    // A size of -1 may be any.
    int64_t expected = type.isDynamicDim(mode) ? -1 : type.getDimSize(mode);
    Value size =
        call(loc, "weft_rt_dim", builder.getI64Type(),
             {handle, emitNumber(loc, mode), emitNumber(loc, expected)})
            .front();
    sizes.push_back(
        arith::IndexCastOp::create(builder, loc, builder.getIndexType(), size));
  }
  auto listType = getListType(type, /*isUnique=*/true);
  for (auto [number, arrayType] :
       llvm::enumerate(level::getArrayTypes(listType)))
    arrays.push_back(emitTakenArray(loc, handle, number, arrayType));
  call(loc, "weft_rt_drop", TypeRange(), handle);
  Value list =
      level::FromArraysOp::create(builder, loc, listType, sizes, arrays);
  if (listType == type) {
    op.replaceAllUsesWith(list);
  } else {
    op.replaceAllUsesWith(emitCopy(builder, loc, list, type));
    level::ReleaseOp::create(builder, loc, list);
  }
  op.erase();
  return success();
}

LogicalResult FileConverter::convert(sparse_tensor::OutOp op) {
  auto type = cast<RankedTensorType>(op.getTensor().getType());
  if (failed(verify(op, type, op.getDest().getType())))
    return failure();
  Location loc = op.getLoc();
  builder.setInsertionPoint(op);
  FailureOr<Value> typeName = emitTypeName(op, type.getElementType());
  if (failed(typeName))
    return failure();
  auto listType = getListType(type, /*isUnique=*/true);
  Value list = emitCopy(builder, loc, op.getTensor(), listType);
  Value handle = call(loc, "weft_rt_begin_list", pointer,
                      {*typeName, emitNumber(loc, type.getRank())})
                     .front();
  auto emitI64 = [&](Value index) -> Value {
    return arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                      index);
  };
  for (auto [mode, size] : llvm::enumerate(emitSizes(builder, loc, list)))
    call(loc, "weft_rt_set_dim", TypeRange(),
         {handle, emitNumber(loc, mode), emitI64(size)});
  SmallVector<Value> arrays;
  for (int64_t level : llvm::seq(type.getRank())) {
    if (level == 0)
      arrays.push_back(emitArray(builder, loc, list, level,
                                 level::LevelArray::Kind::Positions));
    arrays.push_back(emitArray(builder, loc, list, level,
                               level::LevelArray::Kind::Coordinates));
  }
  arrays.push_back(emitValues(builder, loc, list));
  for (auto [number, array] : llvm::enumerate(arrays)) {
    Value address =
        memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, array);
    call(loc, "weft_rt_set_array", TypeRange(),
         {handle, emitNumber(loc, number), emitI64(address),
          emitI64(emitLength(builder, loc, array))});
  }
  call(loc, "weft_rt_write", TypeRange(), {handle, op.getDest()});
  level::ReleaseOp::create(builder, loc, list);
  op.erase();
  return success();
}

LogicalResult sparsifier::convertFiles(ModuleOp module) {
  FileConverter converter(module);
  SmallVector<Operation *> ops;
  module.walk([&](Operation *op) {
    if (isa<sparse_tensor::NewOp, sparse_tensor::OutOp>(op))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    auto read = dyn_cast<sparse_tensor::NewOp>(op);
    if (failed(read ? converter.convert(read)
                    : converter.convert(cast<sparse_tensor::OutOp>(op))))
      return failure();
  }
  return success();
}
