//===- Tensor.h - Tensors ---------------------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors of any type and format, with deferred assignments (thesis, figure
// 1-6).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CXX_TENSOR_H
#define WEFT_CXX_TENSOR_H

#include "weft-cxx/Entries.h"
#include "weft-cxx/Error.h"
#include "weft-cxx/Format.h"
#include "weft-cxx/Statement.h"
#include "weft-cxx/Types.h"

#include <functional>

namespace weft {

namespace cxx_impl {
struct TensorState;
} // namespace cxx_impl

inline namespace cxx {

/// The size of a mode, of any integer type.
struct Size {
  template <typename T, typename = std::enable_if_t<std::is_integral<T>::value>>
  Size(T size) : size(static_cast<int64_t>(size)) {}
  int64_t size;
};

/// An array of a program that stores a part of a tensor: positions or
/// coordinates, of type int32_t or int64_t, or components. It is a view.
struct Array {
  template <typename T>
  Array(const T *data, size_t length)
      : data(data), length(static_cast<int64_t>(length)),
        type(getTypeName<T>()) {}
  template <typename T>
  Array(const std::vector<T> &array) : Array(array.data(), array.size()) {}
  template <typename T> Array(std::vector<T> &&array) = delete;
  const void *data;
  int64_t length;
  /// The type of the elements, as "i32".
  const char *type;
};

/// A tensor whose type of components is known when the program runs. Copies
/// are handles of the same tensor.
///
/// A tensor has a value after it was assigned, read from a file or packed.
/// Values never change: a tensor gets a new one. An assignment is deferred:
/// it records the statement with the values of its operands, and is computed
/// once, when the tensor is read.
///
/// Functions that are const may be called from many threads. Functions that
/// throw leave the tensor as it was.
class TensorBase : public Operand {
public:
  TensorBase(const TensorBase &) = default;

  const std::string &getName() const;
  /// The type of the components, as "f64".
  const std::string &getType() const;
  const Format &getFormat() const;
  int getOrder() const;
  const std::vector<int64_t> &getDimensions() const;
  /// The size of a mode, counting from zero. Throws if there is no such mode.
  int64_t getDimension(int mode) const;

  /// Packs entries that were inserted: sorts them into the format, beside those
  /// that the tensor has, and sums those of one coordinate. Reading packs, too.
  /// A tensor without any value becomes one without entries.
  void pack();
  /// Takes away the value and all entries.
  void clear();

  /// The recorded assignment, which has not been computed yet. Throws if there
  /// is none.
  IndexStmt getAssignment() const;
  bool hasAssignment() const;

  /// Compiles the recorded assignment. Kernels of the same text, formats, types
  /// and options are compiled once in a process. Throws if nothing is recorded,
  /// or if the statement does not compile.
  void compile() const;
  /// Makes a statement that assigns this tensor, as a scheduled assignment, the
  /// recorded one, and compiles it.
  void compile(const IndexStmt &statement);
  /// Computes the structure of a sparse result, to which `compute` adds the
  /// components. Where the compiler cannot separate both, it compiles, and
  /// `compute` does both. Throws as `compile` does.
  void assemble() const;
  /// Computes the recorded assignment; does nothing if it was computed.
  /// Throws if the tensor has no value.
  void compute() const;

  /// How many entries are stored, explicit zeros included.
  int64_t getNumStored() const;
  /// The levels of the storage with their arrays, as text.
  std::string printStorage() const;
  /// Writes the tensor to a file, whose name says in which format.
  void write(const std::string &path) const;

  /// The tensor in the library.
  const std::shared_ptr<cxx_impl::TensorState> &getState() const {
    return state;
  }

protected:
  TensorBase &operator=(const TensorBase &) = default;
  TensorBase(const char *type, std::string name, std::vector<int64_t> dims,
             Format format);
  /// Reads a file, see `weft::read`.
  TensorBase(const char *type, const std::string &path, const Format &format,
             const std::vector<int64_t> &dims, int order);

  /// A tensor of arrays, see `Tensor::fromArrays`.
  TensorBase(const char *type, std::vector<int64_t> dims, const Format &format,
             const std::vector<Array> &arrays, std::function<void()> release);

  /// Throws if the number of indices is not the order.
  Access access(std::vector<Index> indices) const;
  /// Adds an entry to the buffer.
  void insertEntry(const std::vector<int64_t> &coordinates, const void *value);
  void insertEntries(size_t count, const int64_t *coordinates,
                     const void *values);
  /// Gives a tensor without modes a component.
  void setScalar(const void *value);
  /// Computes the value into memory, see `Tensor::computeInto`.
  void computeComponents(void *components, size_t count) const;
  /// The value, which is computed before if need be. Throws if there is none.
  std::shared_ptr<const cxx_impl::StoredTensor> getStored() const;
  /// All components of a value in storage order.
  static const void *getComponents(const cxx_impl::StoredTensor &stored,
                                   size_t &count);
  /// An array, and the places in it of the components of a coordinate that are
  /// stored, or of the fill.
  const void *findComponents(const cxx_impl::StoredTensor &stored,
                             const std::vector<int64_t> &coordinates,
                             std::vector<size_t> &places) const;

private:
  std::shared_ptr<cxx_impl::TensorState> state;
};

std::ostream &operator<<(std::ostream &out, const TensorBase &tensor);

/// A tensor with components of type `T`: bool, an integer, Float16, BFloat16,
/// float, double, or std::complex of float or double.
template <typename T> class Tensor : public TensorBase {
public:
  /// A tensor without modes and without a value.
  Tensor() : Tensor(std::initializer_list<Size>()) {}
  /// A tensor without modes that has a component.
  template <typename U,
            typename = std::enable_if_t<std::is_convertible<U, T>::value &&
                                        !std::is_base_of<Operand, U>::value &&
                                        !std::is_pointer<U>::value>>
  explicit Tensor(U component) : Tensor() {
    *this = static_cast<T>(component);
  }
  /// A tensor without a value. Sizes are not negative, and the format is one of
  /// as many modes. Names are for messages: where a name is taken or is no name
  /// of index notation, a statement uses another one.
  Tensor(std::initializer_list<Size> dims, const Format &format = Format())
      : Tensor("", dims, format) {}
  Tensor(const std::vector<int64_t> &dims, const Format &format = Format())
      : Tensor("", dims, format) {}
  Tensor(const std::string &name, std::initializer_list<Size> dims,
         const Format &format = Format())
      : Tensor(name, toVector(dims), format) {}
  Tensor(const std::string &name, const std::vector<int64_t> &dims,
         const Format &format = Format())
      : TensorBase(getTypeName<T>(), name, dims, format) {}
  /// A tensor from a file, see `weft::read`.
  static Tensor fromFile(const std::string &path, const Format &format,
                         const std::vector<int64_t> &dims, int order) {
    return Tensor(path, format, dims, order);
  }

  /// A tensor of the arrays of its format, used where they lie: those of the
  /// levels from the outermost to the innermost, and the components last. They
  /// must not change until `release` is called, on any thread, when no tensor
  /// and no deferred assignment has the value any longer; `release` must not
  /// throw. Positions and coordinates have 32 or 64 bits, all the same, which
  /// become those of the format. Throws if they are not arrays of the format,
  /// or are out of order, and for formats with slots, as ELL and DIA.
  static Tensor fromArrays(const std::vector<int64_t> &dims,
                           const Format &format,
                           const std::vector<Array> &arrays,
                           std::function<void()> release = {}) {
    return Tensor(dims, format, arrays, std::move(release));
  }

  Tensor(const Tensor &) = default;
  /// Rebinds this handle to the tensor of another one; the old tensor is
  /// unchanged.
  Tensor &operator=(const Tensor &) = default;

  /// Gives a tensor without modes a component. Throws if it has modes.
  Tensor &operator=(T component) {
    setScalar(&component);
    return *this;
  }
  template <typename U,
            typename = std::enable_if_t<std::is_arithmetic<U>::value>>
  Tensor &operator=(U component) {
    return *this = static_cast<T>(component);
  }
  /// Assigns to a tensor without modes. Throws if it has modes.
  IndexStmt operator=(const IndexExpr &value) { return access({}) = value; }
  IndexStmt operator=(const Access &value) { return access({}) = value; }
  IndexStmt operator+=(const IndexExpr &value) { return access({}) += value; }

  /// An access, to be assigned or read.
  template <typename... Indices> Access operator()(const Indices &...indices) {
    return access({Index(indices)...});
  }
  Access operator()(const std::vector<IndexVar> &variables) {
    return access({variables.begin(), variables.end()});
  }
  template <typename... Indices>
  IndexExpr operator()(const Indices &...indices) const {
    return access({Index(indices)...});
  }
  IndexExpr operator()(const std::vector<IndexVar> &variables) const {
    return access({variables.begin(), variables.end()});
  }

  /// Adds an entry to those that are packed next. Coordinates count from zero.
  /// Throws if they are not coordinates of the tensor.
  void insert(std::initializer_list<Size> coordinates, T value) {
    insert(toVector(coordinates), value);
  }
  void insert(const std::vector<int64_t> &coordinates, T value) {
    insertEntry(coordinates, &value);
  }
  /// Adds entries whose coordinates are a row-major matrix of `count` rows.
  void insert(size_t count, const int64_t *coordinates, const T *values) {
    insertEntries(count, coordinates, values);
  }

  /// The component at coordinates, stored or not. Throws if they are not
  /// coordinates of the tensor.
  T at(std::initializer_list<Size> coordinates) const {
    return at(toVector(coordinates));
  }
  T at(const std::vector<int64_t> &coordinates) const {
    auto stored = getStored();
    std::vector<size_t> places;
    auto *components =
        static_cast<const T *>(findComponents(*stored, coordinates, places));
    T sum = components[places.front()];
    for (size_t k = 1; k < places.size(); ++k)
      sum = addEntries(sum, components[places[k]]);
    return sum;
  }
  /// The component of a tensor without modes. Throws if it has modes.
  T value() const { return at({}); }
  explicit operator T() const { return value(); }

  /// The stored components in storage order.
  std::vector<T> values() const {
    auto stored = getStored();
    size_t count = 0;
    auto *data = static_cast<const T *>(getComponents(*stored, count));
    return std::vector<T>(data, data + count);
  }

  /// Computes the tensor into memory of the program: `count` components in the
  /// order in which the format, all levels of which must be dense, stores them.
  /// A recorded assignment stays recorded, since the memory is the program's
  /// alone afterwards. Throws as `compute` does, then leaving the components
  /// unspecified, and if they are another number or overlap an operand.
  void computeInto(T *components, size_t count) const {
    computeComponents(components, count);
  }
  void computeInto(std::vector<T> &components) const {
    computeComponents(components.data(), components.size());
  }

  /// All stored entries in storage order.
  EntryRange<T> entries() const { return EntryRange<T>(getStored()); }
  EntryIterator<T> begin() const { return entries().begin(); }
  EntryIterator<T> end() const { return entries().end(); }

private:
  Tensor(const std::vector<int64_t> &dims, const Format &format,
         const std::vector<Array> &arrays, std::function<void()> release)
      : TensorBase(getTypeName<T>(), dims, format, arrays, std::move(release)) {
  }
  Tensor(const std::string &path, const Format &format,
         const std::vector<int64_t> &dims, int order)
      : TensorBase(getTypeName<T>(), path, format, dims, order) {}

  static std::vector<int64_t> toVector(std::initializer_list<Size> sizes) {
    std::vector<int64_t> numbers;
    for (const Size &size : sizes)
      numbers.push_back(size.size);
    return numbers;
  }
};

/// Reads a file: .mtx, .tns, .ttx, .rb or .npy (also .gz and .xz), .npz or .h5.
/// Components of the file are converted to `T` if they fit it. Duplicates are
/// summed.
///
/// The order of the tensor is the number of `dims`, if there are any, which
/// hold every coordinate; else `order`; else the number of levels that the
/// format lists, or 2. Throws if the file cannot be read, or is of another
/// order.
template <typename T = double>
Tensor<T> read(const std::string &path, const Format &format = Format(),
               const std::vector<int64_t> &dims = {}, int order = -1) {
  return Tensor<T>::fromFile(path, format, dims, order);
}

/// Writes a tensor to a file of one of these kinds, whole or not at all.
inline void write(const std::string &path, const TensorBase &tensor) {
  tensor.write(path);
}

} // namespace cxx
} // namespace weft

#endif // WEFT_CXX_TENSOR_H
