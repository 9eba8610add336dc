//===- WorkspaceChoice.h - Choice of workspace formats ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The format of a workspace that a schedule makes.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_DIALECT_CIN_TRANSFORMS_WORKSPACECHOICE_H
#define WEFT_LIB_DIALECT_CIN_TRANSFORMS_WORKSPACECHOICE_H

#include "weft/Dialect/CIN/IR/CIN.h"

#include "mlir/IR/PatternMatch.h"

#include <optional>

namespace weft {
namespace cin {

/// Gives the dense workspace of a where statement the format of a kind, and
/// states the reason. The workspace has one assignment and one access.
///
/// A dense workspace is refused where the consumer observes which components
/// are absent, and a sparse set of more than one level.
mlir::LogicalResult setWorkspaceKind(mlir::RewriterBase &rewriter,
                                     WhereOp where, level::Workspace kind,
                                     StorageReason reason);

/// The same with the requested kind. Without a request, the workspace stays
/// dense where no absence is observed, and becomes a list elsewhere.
mlir::LogicalResult chooseWorkspace(mlir::RewriterBase &rewriter, WhereOp where,
                                    std::optional<level::Workspace> kind);

/// The assignment that is executed for an access alone: where the access is
/// absent, the assigned value is, and has a value that changes nothing. Null if
/// the access has other uses or other operands bring something.
AssignOp findRestricted(AccessOp access);

/// The type of a workspace of another shape that is a list, with coordinates as
/// wide as those of the tensors that the statement has to do with. Components
/// that are combined may have several entries.
mlir::RankedTensorType getListType(WhereOp where,
                                   llvm::ArrayRef<int64_t> shape);

} // namespace cin
} // namespace weft

#endif // WEFT_LIB_DIALECT_CIN_TRANSFORMS_WORKSPACECHOICE_H
