//===- Strided.h - A level type of another project --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a project of its own declares to add a level type: a dialect with an
// attribute that answers the questions of LevelTypeAttrInterface. The level
// type stores every n-th coordinate of its dimension, and no arrays.
//
//===----------------------------------------------------------------------===//

#ifndef STRIDED_H
#define STRIDED_H

#include "weft/Dialect/Level/IR/Level.h"

#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectRegistry.h"

namespace strided {

class StridedDialect : public mlir::Dialect {
public:
  explicit StridedDialect(mlir::MLIRContext *context);
  static llvm::StringRef getDialectNamespace() { return "strided"; }

  mlir::Attribute parseAttribute(mlir::DialectAsmParser &parser,
                                 mlir::Type type) const override;
  void printAttribute(mlir::Attribute attr,
                      mlir::DialectAsmPrinter &printer) const override;
};

namespace detail {
struct EveryStorage : mlir::AttributeStorage {
  using KeyTy = int64_t;
  explicit EveryStorage(int64_t stride) : stride(stride) {}
  bool operator==(const KeyTy &key) const { return key == stride; }
  static EveryStorage *construct(mlir::AttributeStorageAllocator &allocator,
                                 const KeyTy &key) {
    return new (allocator.allocate<EveryStorage>()) EveryStorage(key);
  }
  int64_t stride;
};
} // namespace detail

/// `#strided.every<n>`
class EveryAttr : public mlir::Attribute::AttrBase<
                      EveryAttr, mlir::Attribute, detail::EveryStorage,
                      weft::level::LevelTypeAttrInterface::Trait> {
public:
  using Base::Base;
  static constexpr llvm::StringLiteral name = "strided.every";

  int64_t getStride() const { return getImpl()->stride; }

  bool isFull() const { return false; }
  bool isOrdered() const { return true; }
  bool isUnique() const { return true; }
  bool isBranchless() const { return false; }
  bool isCompact() const { return true; }
  bool hasCoordinateIterate() const { return false; }
  bool hasPositionIterate() const { return true; }
  bool hasLocate() const { return true; }
  bool hasAppend() const { return false; }
  bool hasInsert() const { return false; }
  bool insertsInOrder() const { return false; }
  bool sharesPositions() const { return false; }
  bool hasRecover() const { return true; }
  bool hasScatter() const { return false; }
  bool numbersSlots(bool) const { return false; }
  void getArrays(llvm::SmallVectorImpl<weft::level::LevelArray> &) const {}
};

/// Registers the dialect and the emitter of its level type.
void registerStrided(mlir::DialectRegistry &registry);

} // namespace strided

MLIR_DECLARE_EXPLICIT_TYPE_ID(strided::StridedDialect)
MLIR_DECLARE_EXPLICIT_TYPE_ID(strided::EveryAttr)

#endif // STRIDED_H
