//===- Strided.h - Level types of another project ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a project of its own declares to add level types: a dialect with
// attributes that implement LevelTypeAttrInterface. One level type stores every
// n-th coordinate of its dimension, and no arrays. One has a byte for each n
// coordinates, which says whether any of them is stored. The last stores below
// each parent the coordinate of the parent; it can only be read.
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
struct NumberStorage : mlir::AttributeStorage {
  using KeyTy = int64_t;
  explicit NumberStorage(int64_t number) : number(number) {}
  bool operator==(const KeyTy &key) const { return key == number; }
  static NumberStorage *construct(mlir::AttributeStorageAllocator &allocator,
                                  const KeyTy &key) {
    return new (allocator.allocate<NumberStorage>()) NumberStorage(key);
  }
  int64_t number;
};
} // namespace detail

/// `#strided.every<n>`
class EveryAttr : public mlir::Attribute::AttrBase<
                      EveryAttr, mlir::Attribute, detail::NumberStorage,
                      weft::level::LevelTypeAttrInterface::Trait> {
public:
  using Base::Base;
  static constexpr llvm::StringLiteral name = "strided.every";

  int64_t getStride() const { return getImpl()->number; }

  bool isFull() const { return false; }
  bool isOrdered() const { return true; }
  bool isUnique() const { return true; }
  bool isBranchless() const { return false; }
  bool isCompact() const { return true; }
  bool hasCoordinateIterate() const { return false; }
  bool hasPositionIterate() const { return true; }
  bool hasLocate() const { return true; }
  bool hasAppend() const { return false; }
  bool hasInsert() const { return true; }
  bool insertsInOrder() const { return false; }
  bool sharesPositions() const { return false; }
  bool hasRecover() const { return true; }
  bool hasScatter() const { return false; }
  bool numbersSlots(bool) const { return false; }
  void getArrays(llvm::SmallVectorImpl<weft::level::LevelArray> &) const {}
};

/// `#strided.marked<n>`
class MarkedAttr : public mlir::Attribute::AttrBase<
                       MarkedAttr, mlir::Attribute, detail::NumberStorage,
                       weft::level::LevelTypeAttrInterface::Trait> {
public:
  using Base::Base;
  static constexpr llvm::StringLiteral name = "strided.marked";

  /// How many coordinates share a byte.
  int64_t getWidth() const { return getImpl()->number; }

  bool isFull() const { return false; }
  bool isOrdered() const { return true; }
  bool isUnique() const { return true; }
  bool isBranchless() const { return false; }
  bool isCompact() const { return false; }
  bool hasCoordinateIterate() const { return true; }
  bool hasPositionIterate() const { return false; }
  bool hasLocate() const { return true; }
  bool hasAppend() const { return false; }
  bool hasInsert() const { return true; }
  bool insertsInOrder() const { return false; }
  bool sharesPositions() const { return false; }
  bool hasRecover() const { return false; }
  bool hasScatter() const { return false; }
  bool numbersSlots(bool) const { return false; }
  void getArrays(llvm::SmallVectorImpl<weft::level::LevelArray> &arrays) const {
    arrays.push_back({"marked", weft::level::LevelArray::Kind::Presence});
  }
};

/// `#strided.diagonal`
class DiagonalAttr : public mlir::Attribute::AttrBase<
                         DiagonalAttr, mlir::Attribute, mlir::AttributeStorage,
                         weft::level::LevelTypeAttrInterface::Trait> {
public:
  using Base::Base;
  static constexpr llvm::StringLiteral name = "strided.diagonal";

  bool isFull() const { return false; }
  bool isOrdered() const { return true; }
  bool isUnique() const { return true; }
  bool isBranchless() const { return true; }
  bool isCompact() const { return false; }
  bool hasCoordinateIterate() const { return false; }
  bool hasPositionIterate() const { return true; }
  bool hasLocate() const { return false; }
  bool hasAppend() const { return false; }
  bool hasInsert() const { return false; }
  bool insertsInOrder() const { return false; }
  bool sharesPositions() const { return false; }
  bool hasRecover() const { return false; }
  bool hasScatter() const { return false; }
  bool numbersSlots(bool) const { return false; }
  void getArrays(llvm::SmallVectorImpl<weft::level::LevelArray> &) const {}
};

/// Registers the dialect and the emitters of its level types.
void registerStrided(mlir::DialectRegistry &registry);

} // namespace strided

MLIR_DECLARE_EXPLICIT_TYPE_ID(strided::StridedDialect)
MLIR_DECLARE_EXPLICIT_TYPE_ID(strided::EveryAttr)
MLIR_DECLARE_EXPLICIT_TYPE_ID(strided::MarkedAttr)
MLIR_DECLARE_EXPLICIT_TYPE_ID(strided::DiagonalAttr)

#endif // STRIDED_H
