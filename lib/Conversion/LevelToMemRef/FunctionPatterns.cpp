//===- FunctionPatterns.cpp - Lowering of signatures ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers signatures, calls and returns of functions on tensors. A kernel keeps
// a record of which of its values belong to one tensor, `weft.abi`, for the
// generation of its entry, and returns only memory that it has taken.
//
//===----------------------------------------------------------------------===//

#include "ArrayNaming.h"
#include "Patterns.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Dialect/Weft/IR/KernelVersion.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"

using namespace mlir;
using namespace weft;
using level::LevelArray;

/// What the values of each type are: for a tensor its rank, with a slot as one
/// more mode, and the element types of its arrays, which for records are
/// vectors of bytes; for others the type.
static ArrayAttr describeTypes(Builder &b, TypeRange types) {
  SmallVector<Attribute> descriptions;
  for (Type type : types) {
    auto layout = StorageLayout::get(type);
    if (!isa<RankedTensorType>(type) || failed(layout)) {
      descriptions.push_back(TypeAttr::get(type));
      continue;
    }
    int64_t rank = layout->getNumSizes();
    SmallVector<Type> elementTypes;
    SmallVector<Type> parts = layout->flatten();
    for (Type array : ArrayRef(parts).drop_front(rank))
      elementTypes.push_back(cast<MemRefType>(array).getElementType());
    if (std::optional<RecordLayout> records = layout->getRecords())
      elementTypes.back() =
          VectorType::get({records->getBytes()}, b.getI8Type());
    descriptions.push_back(b.getDictionaryAttr(
        {b.getNamedAttr("arrays", b.getTypeArrayAttr(elementTypes)),
         b.getNamedAttr("rank", b.getI64IntegerAttr(rank))}));
  }
  return b.getArrayAttr(descriptions);
}

/// Gives the first of the values that a type becomes its attributes.
static SmallVector<Attribute> expandAttrs(const TypeConverter &converter,
                                          Builder &b, TypeRange types,
                                          ArrayAttr attrs) {
  SmallVector<Attribute> expanded;
  for (auto [index, type] : llvm::enumerate(types)) {
    SmallVector<Type> converted;
    if (failed(converter.convertType(type, converted)))
      continue;
    size_t begin = expanded.size();
    expanded.append(converted.size(), b.getDictionaryAttr({}));
    if (attrs && !converted.empty())
      expanded[begin] = attrs[index];
  }
  return expanded;
}

/// The roles of the values that a type becomes, of the argument with a number;
/// null for what is no array.
static SmallVector<Attribute> getRoles(MLIRContext *context, Type type,
                                       int64_t number) {
  FailureOr<StorageLayout> layout = StorageLayout::get(type);
  // The records of packed tensors are coordinates and values at once.
  if (!isa<RankedTensorType>(type) || failed(layout) || layout->getRecords())
    return {};
  SmallVector<Attribute> roles(layout->getNumSizes());
  for (int64_t level : llvm::seq(layout->getNumLevels())) {
    SmallVector<LevelArray> arrays;
    layout->getLevelType(level).getArrays(arrays);
    for (const LevelArray &array : arrays)
      roles.push_back(
          TensorArrayAttr::get(context, number, level, getKind(array.kind)));
  }
  roles.push_back(
      TensorArrayAttr::get(context, number, std::nullopt, ArrayKind::Values));
  return roles;
}

/// Sets the roles of the arrays that a function takes in place of tensors.
static void setRoles(func::FuncOp function,
                     const StorageTypeConverter &converter, TypeRange types) {
  unsigned begin = 0;
  for (auto [number, type] : llvm::enumerate(types)) {
    SmallVector<Type> converted;
    if (failed(converter.convertType(type, converted)))
      return;
    if (converter.isStored(type))
      for (auto [place, role] :
           llvm::enumerate(getRoles(function.getContext(), type, number)))
        if (role)
          function.setArgAttr(begin + place, kArrayAttr, role);
    begin += converted.size();
  }
}

/// Completes `weft.version` of a function with the array that stores the
/// positions of the level, and their width.
static void setVersionArray(func::FuncOp function, TypeRange inputs) {
  std::optional<KernelVersion> version =
      readVersion(function->getAttr(kVersionAttr));
  if (!version || version->operand < 0 ||
      version->operand >= static_cast<int64_t>(inputs.size()))
    return;
  FailureOr<StorageLayout> layout =
      StorageLayout::get(inputs[version->operand]);
  if (failed(layout) || version->level < 0 ||
      version->level >= layout->getNumLevels())
    return;
  SmallVector<Type> parts = layout->flatten();
  int64_t array = 0;
  for (int64_t level : llvm::seq(version->level + 1)) {
    SmallVector<LevelArray> arrays;
    layout->getLevelType(level).getArrays(arrays);
    for (const LevelArray &stored : arrays) {
      if (level == version->level &&
          getKind(stored.kind) == ArrayKind::Positions) {
        Type type = parts[layout->getNumSizes() + array];
        version->array = array;
        version->bits = cast<MemRefType>(type).getElementTypeBitWidth();
      }
      ++array;
    }
  }
  function->setAttr(kVersionAttr, version->getAttr(function.getContext()));
}

namespace {
struct LowerFunction : OpConversionPattern<func::FuncOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(func::FuncOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    FunctionType type = op.getFunctionType();
    TypeConverter::SignatureConversion signature(type.getNumInputs());
    SmallVector<Type> results;
    if (failed(
            typeConverter->convertSignatureArgs(type.getInputs(), signature)) ||
        failed(typeConverter->convertTypes(type.getResults(), results)))
      return rewriter.notifyMatchFailure(op, "the signature has no layout");
    if (!op.isDeclaration() && failed(rewriter.convertRegionTypes(
                                   &op.getBody(), *typeConverter, &signature)))
      return failure();

    SmallVector<Attribute> argAttrs = expandAttrs(
        *typeConverter, rewriter, type.getInputs(), op.getArgAttrsAttr());
    SmallVector<Attribute> resAttrs = expandAttrs(
        *typeConverter, rewriter, type.getResults(), op.getResAttrsAttr());
    rewriter.modifyOpInPlace(op, [&] {
      if (op->hasAttr(kKernelAttr))
        op->setAttr(
            kABIAttr,
            rewriter.getDictionaryAttr(
                {rewriter.getNamedAttr(
                     "arguments", describeTypes(rewriter, type.getInputs())),
                 rewriter.getNamedAttr(
                     "results", describeTypes(rewriter, type.getResults()))}));
      bool hasArgAttrs = op.getArgAttrsAttr() != nullptr;
      bool hasResAttrs = op.getResAttrsAttr() != nullptr;
      op.removeArgAttrsAttr();
      op.removeResAttrsAttr();
      op.setFunctionType(
          rewriter.getFunctionType(signature.getConvertedTypes(), results));
      if (hasArgAttrs)
        op.setArgAttrsAttr(rewriter.getArrayAttr(argAttrs));
      if (hasResAttrs)
        op.setResAttrsAttr(rewriter.getArrayAttr(resAttrs));
      if (!op.isDeclaration())
        setRoles(op, *getTypeConverter<StorageTypeConverter>(),
                 type.getInputs());
      setVersionArray(op, type.getInputs());
    });
    return success();
  }
};

struct LowerReturn : OpConversionPattern<func::ReturnOp> {
  LowerReturn(const TypeConverter &converter, MLIRContext *context,
              const CopiedOperands &copied)
      : OpConversionPattern(converter, context), copied(copied) {}

  LogicalResult
  matchAndRewrite(func::ReturnOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    SmallVector<Value> values;
    for (auto [index, operand] : llvm::enumerate(adaptor.getOperands())) {
      bool copies = copied.contains({op, index});
      for (Value value : operand)
        values.push_back(copies && isa<MemRefType>(value.getType())
                             ? emitCopy(b, value)
                             : value);
    }
    rewriter.replaceOpWithNewOp<func::ReturnOp>(op, values);
    return success();
  }

private:
  const CopiedOperands &copied;
};
} // namespace

void weft::populateFunctionPatterns(const StorageTypeConverter &converter,
                                    const CopiedOperands &copied,
                                    RewritePatternSet &patterns) {
  patterns.add<LowerFunction>(converter, patterns.getContext());
  patterns.add<LowerReturn>(converter, patterns.getContext(), copied);
  populateCallOpTypeConversionPattern(patterns, converter);
}
